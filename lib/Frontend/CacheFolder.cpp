//===- CacheFolder.cpp - What is kept from run to run ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/CacheFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace llvm;

namespace cudapipe {

/// Bytes that the cache may hold: what was used last stays.
static constexpr uint64_t MostBytes = uint64_t(512) << 20;

/// Removes what was used least recently.
static void makeRoom(StringRef Folder) {
  struct Kept {
    sys::TimePoint<> Used;
    uint64_t Bytes;
    std::string Path;
  };
  std::vector<Kept> All;
  uint64_t Bytes = 0;
  std::error_code Failure;
  for (sys::fs::directory_iterator It(Folder, Failure), End;
       !Failure && It != End; It.increment(Failure)) {
    ErrorOr<sys::fs::basic_file_status> Status = It->status();
    // Those that are being written, too: a run may have been stopped.
    if (!Status || (!StringRef(It->path()).contains(PreambleExtension) &&
                    !StringRef(It->path()).contains(CompiledExtension)))
      continue;
    All.push_back(
        {Status->getLastModificationTime(), Status->getSize(), It->path()});
    Bytes += Status->getSize();
  }
  sort(All, [](const Kept &A, const Kept &B) { return A.Used < B.Used; });
  for (const Kept &Old : All) {
    if (Bytes <= MostBytes)
      return;
    Bytes -= Old.Bytes;
    sys::fs::remove(Old.Path);
  }
}

void writeCached(StringRef File, StringRef Text) {
  if (sys::fs::create_directories(sys::path::parent_path(File)))
    return;
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(File + ".%%%%%%%%", /*Mode=*/0600);
  if (!Temp)
    return consumeError(Temp.takeError());
  bool IsWhole;
  {
    raw_fd_ostream Out(Temp->FD, /*shouldClose=*/false);
    Out << Text;
    Out.flush();
    IsWhole = !Out.has_error();
    Out.clear_error();
  }
  consumeError(IsWhole ? Temp->keep(File) : Temp->discard());
  makeRoom(sys::path::parent_path(File));
}

void touchCached(StringRef File) {
  int Descriptor;
  if (sys::fs::openFileForWrite(File, Descriptor, sys::fs::CD_OpenExisting))
    return;
  sys::fs::setLastAccessAndModificationTime(Descriptor,
                                            std::chrono::system_clock::now());
  sys::fs::closeFile(Descriptor);
}

} // namespace cudapipe
