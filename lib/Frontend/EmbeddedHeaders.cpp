//===- EmbeddedHeaders.cpp - CUDA without CUDA ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/EmbeddedHeaders.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
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

#define EMBEDDED_HEADER(Path, Text) {Path, Text},
constexpr EmbeddedHeader Headers[] = {
#include "EmbeddedHeaders.inc"
};

/// Clang's own, in a tool that runs without LLVM; else none but the first.
constexpr EmbeddedHeader ClangHeaders[] = {
    {"", ""},
#include "ClangHeaders.inc"
};
#undef EMBEDDED_HEADER

/// Headers of libraries, and what device code takes from them.
struct StandIn {
  llvm::StringLiteral Path, Text;
};

constexpr llvm::StringLiteral OfTorch = "cudapipe/Torch.h";
constexpr StandIn StandIns[] = {
    {"ATen/ATen.h", OfTorch},
    {"ATen/AccumulateType.h", OfTorch},
    {"ATen/Context.h", OfTorch},
    {"ATen/Dispatch.h", OfTorch},
    {"ATen/OpMathType.h", OfTorch},
    {"ATen/core/Tensor.h", OfTorch},
    {"ATen/core/TensorAccessor.h", OfTorch},
    {"ATen/cuda/CUDAContext.h", OfTorch},
    {"ATen/cuda/Exceptions.h", OfTorch},
    {"THC/THC.h", OfTorch},
    {"THC/THCAtomics.cuh", OfTorch},
    {"c10/cuda/CUDAException.h", OfTorch},
    {"c10/cuda/CUDAGuard.h", OfTorch},
    {"c10/cuda/CUDAStream.h", OfTorch},
    {"c10/macros/Macros.h", OfTorch},
    {"c10/util/BFloat16.h", OfTorch},
    {"c10/util/Half.h", OfTorch},
    {"torch/all.h", OfTorch},
    {"torch/extension.h", OfTorch},
    {"torch/library.h", OfTorch},
    {"torch/script.h", OfTorch},
    {"torch/serialize/tensor.h", OfTorch},
    {"torch/torch.h", OfTorch},
    {"torch/types.h", OfTorch},
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
  llvm::SmallString<128> ClangHeaderDir(ResourceDir);
  llvm::sys::path::append(ClangHeaderDir, "include");
  llvm::SmallVector<llvm::StringRef> ClangHeaderDirs = {ClangHeaderDir};
  if (ResourceDir == EmbeddedResourceDir)
    ClangHeaderDirs.push_back(DebianHeaderDir);
  for (const EmbeddedHeader &Header : Headers) {
    addHeader(*InMemory, EmbeddedHeaderDir, Header.Path, Header.Text);
    if (Header.Path == "cudapipe/ClangBuiltinVariables.h")
      for (llvm::StringRef Folder : ClangHeaderDirs)
        addHeader(*InMemory, Folder, "__clang_cuda_builtin_vars.h",
                  Header.Text);
  }
  // The header itself is still one that was not found.
  for (const StandIn &Header : StandIns) {
    llvm::SmallString<128> Place(EmbeddedFallbackDir);
    llvm::sys::path::append(Place, Header.Path);
    const std::string Text =
        "#error '" + Header.Path.str() + "' file not found\n#include <" +
        EmbeddedHeaderDir.str() + "/" + Header.Text.str() + ">\n";
    InMemory->addFile(Place, /*ModificationTime=*/0,
                      llvm::MemoryBuffer::getMemBufferCopy(Text, Place));
  }
  // What is there already stays: ours, which takes the place of Clang's.
  if (ResourceDir == EmbeddedResourceDir)
    for (const EmbeddedHeader &Header : llvm::drop_begin(ClangHeaders))
      for (llvm::StringRef Folder : ClangHeaderDirs)
        addHeader(*InMemory, Folder, Header.Path, Header.Text);
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  Overlay->pushOverlay(InMemory);
  return Overlay;
}

bool hasStandIn(llvm::StringRef Header) {
  return llvm::any_of(
      StandIns, [&](const StandIn &Known) { return Known.Path == Header; });
}

llvm::StringRef standInFor(llvm::StringRef Header) {
  for (const StandIn &Known : StandIns)
    if (Known.Path == Header)
      for (const EmbeddedHeader &One : Headers)
        if (One.Path == Known.Text)
          return One.Text;
  return "";
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
