//===- EmbeddedHeaders.cpp - CUDA without CUDA ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudapipe {
namespace {

struct EmbeddedHeader {
  llvm::StringLiteral Path, Text;
};

constexpr EmbeddedHeader Headers[] = {
#define EMBEDDED_HEADER(Path, Text) {Path, Text},
#include "EmbeddedHeaders.inc"
// Behind ours, of which one takes the place of one of Clang's. May be empty.
#include "ClangHeaders.inc"
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

} // namespace cudapipe
