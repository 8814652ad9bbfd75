//===- StandardStreams.cpp - stdout and stderr, to their end --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StandardStreams.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>

using namespace llvm;

namespace cudapipe {

static bool HasOutput = true;

void openStreams() {
  HasOutput = fcntl(1, F_GETFD) != -1;
  // Nothing can be said if this fails.
  (void)sys::Process::FixupStandardFileDescriptors();
}

ExitCode closeStreams() {
  raw_fd_ostream &Out = outs();
  Out.flush();
  std::string Reason;
  if (Out.has_error())
    Reason = Out.error().message();
  else if (!HasOutput && Out.tell() > 0)
    Reason = "it is closed";
  Out.clear_error();
  if (!Reason.empty())
    errs() << "cuda-pipeline-rewrite: error: cannot write to stdout: " << Reason
           << '\n';
  auto &Errors = static_cast<raw_fd_ostream &>(errs());
  const bool IsHeard = !Errors.has_error();
  Errors.clear_error();
  return Reason.empty() && IsHeard ? Ran : Failed;
}

} // namespace cudapipe
