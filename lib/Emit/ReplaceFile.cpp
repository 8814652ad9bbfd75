//===- ReplaceFile.cpp - All or nothing -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/ReplaceFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cudapipe {
namespace {

Error cannotWrite(StringRef Path, StringRef Reason) {
  return createStringError("cannot write '" + Path + "': " + Reason);
}

} // namespace

Error replaceFile(StringRef Path, StringRef Text) {
  SmallString<256> Target(Path);
  sys::fs::perms Permissions = sys::fs::owner_read | sys::fs::owner_write |
                               sys::fs::group_read | sys::fs::others_read;
  bool Exists = sys::fs::exists(Path);
  if (Exists) {
    sys::fs::file_status Status;
    if (std::error_code Failure = sys::fs::real_path(Path, Target))
      return cannotWrite(Path, Failure.message());
    if (std::error_code Failure = sys::fs::status(Target, Status))
      return cannotWrite(Path, Failure.message());
    if (Status.type() == sys::fs::file_type::directory_file)
      return cannotWrite(Path, "it is a directory");
    Permissions = Status.permissions();
    if ((Permissions & sys::fs::all_write) == 0 ||
        sys::fs::access(Target, sys::fs::AccessMode::Write))
      return cannotWrite(Path, "it is read-only");
  }

  SmallString<256> Temporary;
  int Descriptor = -1;
  if (std::error_code Failure = sys::fs::createUniqueFile(
          Target + ".%%%%%%%%.tmp", Descriptor, Temporary))
    return cannotWrite(Path, Failure.message());
  FileRemover Remover(Temporary);
  raw_fd_ostream Stream(Descriptor, /*shouldClose=*/true);
  Stream << Text;
  Stream.close();
  if (Stream.has_error()) {
    std::string Reason = Stream.error().message();
    Stream.clear_error();
    return cannotWrite(Path, Reason);
  }
  if (std::error_code Failure = sys::fs::setPermissions(Temporary, Permissions))
    return cannotWrite(Path, Failure.message());
  if (std::error_code Failure = sys::fs::rename(Temporary, Target))
    return cannotWrite(Path, Failure.message());
  Remover.releaseFile();
  return Error::success();
}

} // namespace cudapipe
