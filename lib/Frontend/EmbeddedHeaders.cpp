//===- EmbeddedHeaders.cpp - CUDA without CUDA ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cudapipe {
namespace {

struct EmbeddedHeader {
  llvm::StringLiteral Path, Text;
};

constexpr EmbeddedHeader Headers[] = {
#define EMBEDDED_HEADER(Path, Text) {Path, Text},
#include "EmbeddedHeaders.inc"
#undef EMBEDDED_HEADER
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
createFileSystem(llvm::StringRef ResourceDir) {
  auto InMemory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader &Header : Headers) {
    llvm::SmallString<128> Path(EmbeddedHeaderDir);
    llvm::sys::path::append(Path, Header.Path);
    InMemory->addFile(Path, /*ModificationTime=*/0,
                      llvm::MemoryBuffer::getMemBuffer(Header.Text, Path));
    if (Header.Path == "cudapipe/ClangBuiltinVariables.h") {
      Path = ResourceDir;
      llvm::sys::path::append(Path, "include", "__clang_cuda_builtin_vars.h");
      InMemory->addFile(Path, /*ModificationTime=*/0,
                        llvm::MemoryBuffer::getMemBuffer(Header.Text, Path));
    }
  }
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  Overlay->pushOverlay(InMemory);
  return Overlay;
}

llvm::Error writeEmbeddedHeaders(llvm::StringRef Folder) {
  for (const EmbeddedHeader &Header : Headers) {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Header.Path);
    if (std::error_code Failure = llvm::sys::fs::create_directories(
            llvm::sys::path::parent_path(Path)))
      return llvm::createStringError("cannot make the folder of '" + Path +
                                     "': " + Failure.message());
    // Two runs may write the same file.
    if (llvm::Error Failure =
            llvm::writeToOutput(Path, [&](llvm::raw_ostream &Out) {
              Out << Header.Text;
              return llvm::Error::success();
            }))
      return Failure;
  }
  return llvm::Error::success();
}

} // namespace cudapipe
