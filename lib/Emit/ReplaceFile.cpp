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
#include <vector>

using namespace llvm;

namespace cudapipe {
namespace {

Error cannotWrite(StringRef Path, StringRef Reason) {
  return createStringError("cannot write '" + Path + "': " + Reason);
}

/// A new text beside the file that it will replace.
struct Pending {
  StringRef Path, Text;
  SmallString<256> Target, Temporary;
  /// A device or a pipe: it is written to, not replaced.
  bool IsStream = false;
};

Error writeStream(const Pending &File) {
  std::error_code Failure;
  raw_fd_ostream Stream(File.Target, Failure, sys::fs::CD_OpenExisting,
                        sys::fs::FA_Write, sys::fs::OF_None);
  if (Failure)
    return cannotWrite(File.Path, Failure.message());
  Stream << File.Text;
  Stream.close();
  if (!Stream.has_error())
    return Error::success();
  std::string Reason = Stream.error().message();
  Stream.clear_error();
  return cannotWrite(File.Path, Reason);
}

Error prepare(StringRef Path, StringRef Text, Pending &Out) {
  SmallString<256> &Target = Out.Target, &Temporary = Out.Temporary;
  Out.Path = Path;
  Out.Text = Text;
  Target = Path;
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
    if (Status.type() != sys::fs::file_type::regular_file) {
      Out.IsStream = true;
      return Error::success();
    }
    Permissions = Status.permissions();
    if ((Permissions & sys::fs::all_write) == 0 ||
        sys::fs::access(Target, sys::fs::AccessMode::Write))
      return cannotWrite(Path, "it is read-only");
  }

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
  Remover.releaseFile();
  return Error::success();
}

} // namespace

Error replaceFiles(ArrayRef<std::pair<std::string, std::string>> Files) {
  // What can fail, fails before the first file is replaced.
  std::vector<Pending> All;
  for (const auto &[Path, Text] : Files) {
    Pending Next;
    if (Error Failure = prepare(Path, Text, Next)) {
      for (const Pending &File : All)
        if (!File.IsStream)
          sys::fs::remove(File.Temporary);
      return Failure;
    }
    All.push_back(std::move(Next));
  }
  Error Failure = Error::success();
  for (const Pending &File : All)
    if (File.IsStream) {
      Failure = joinErrors(std::move(Failure), writeStream(File));
    } else if (std::error_code Code =
                   sys::fs::rename(File.Temporary, File.Target)) {
      sys::fs::remove(File.Temporary);
      Failure = joinErrors(std::move(Failure),
                           cannotWrite(File.Path, Code.message()));
    }
  return Failure;
}

Error replaceFile(StringRef Path, StringRef Text) {
  return replaceFiles({{Path.str(), Text.str()}});
}

} // namespace cudapipe
