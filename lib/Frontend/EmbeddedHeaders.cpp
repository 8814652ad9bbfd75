//===- EmbeddedHeaders.cpp - CUDA without CUDA ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "clang/Basic/Version.h"
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

/// The folder of Clang's own headers that the driver of Debian's Clang takes
/// for a resource directory that is not on the disk.
constexpr llvm::StringLiteral DebianHeaderDir =
    "/usr/include/clang/" CLANG_VERSION_STRING "/include";

void addHeader(llvm::vfs::InMemoryFileSystem &Files, llvm::StringRef Folder,
               llvm::StringRef Path, llvm::StringRef Text) {
  llvm::SmallString<128> Place(Folder);
  llvm::sys::path::append(Place, Path);
  Files.addFile(Place, /*ModificationTime=*/0,
                llvm::MemoryBuffer::getMemBuffer(Text, Place));
}

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
createFileSystem(llvm::StringRef ResourceDir) {
  auto InMemory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  bool Embedded = ResourceDir == EmbeddedResourceDir;
  llvm::SmallString<128> ClangHeaders(ResourceDir);
  llvm::sys::path::append(ClangHeaders, "include");
  for (const EmbeddedHeader &Header : Headers) {
    llvm::StringRef Path = Header.Path;
    addHeader(*InMemory, EmbeddedHeaderDir, Path, Header.Text);
    bool Replaces = Path == "cudapipe/ClangBuiltinVariables.h";
    if (Replaces)
      Path = "__clang_cuda_builtin_vars.h";
    else if (!Path.consume_front("clang/include/"))
      continue;
    // What comes first stays: ours, which takes the place of Clang's.
    if (Replaces)
      addHeader(*InMemory, ClangHeaders, Path, Header.Text);
    if (Embedded)
      addHeader(*InMemory, DebianHeaderDir, Path, Header.Text);
  }
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  Overlay->pushOverlay(InMemory);
  return Overlay;
}

} // namespace cudapipe
