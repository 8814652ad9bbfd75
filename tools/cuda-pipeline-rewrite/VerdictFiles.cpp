//===- VerdictFiles.cpp - The verdicts of a run ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

using namespace llvm;

namespace cudapipe {

Expected<VerdictFile *> VerdictFiles::open(StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto It = ByPath.find(Path.str());
  if (It == ByPath.end()) {
    Expected<std::unique_ptr<VerdictFile>> Read = VerdictFile::read(Path);
    if (!Read)
      return createStringError("--verdicts: " + toString(Read.takeError()));
    It = ByPath.emplace(Path.str(), std::move(*Read)).first;
  }
  return It->second.get();
}

Error VerdictFiles::write() {
  std::lock_guard<std::mutex> Lock(Mutex);
  Error Out = Error::success();
  for (auto &[Path, File] : ByPath)
    Out = joinErrors(std::move(Out), File->write());
  return Out;
}

} // namespace cudapipe
