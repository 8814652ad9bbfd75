//===- CudaToolkit.cpp - Where CUDA is ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Frontend/CudaToolkit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace cudapipe {
namespace {

/// The newest version that Clang 22 knows how to pretend.
constexpr unsigned NewestSdkMajor = 12, NewestSdkMinor = 9;

std::string join(StringRef Dir, StringRef Tail) {
  SmallString<128> Path(Dir);
  sys::path::append(Path, Tail);
  return std::string(Path);
}

/// Reads `#define CUDA_VERSION 13000` out of cuda.h.
void readVersion(CudaToolkit &Toolkit) {
  auto Buffer = MemoryBuffer::getFile(join(Toolkit.Path, "include/cuda.h"));
  if (!Buffer)
    return;
  constexpr StringLiteral Name = "#define CUDA_VERSION ";
  auto [Before, After] = (*Buffer)->getBuffer().split(Name);
  unsigned Version = 0;
  if (!After.consumeInteger(10, Version)) {
    Toolkit.Major = Version / 1000;
    Toolkit.Minor = Version % 1000 / 10;
  }
}

/// <toolkit>/bin/nvcc -> <toolkit>, through symbolic links.
std::optional<CudaToolkit> toolkitOfNvcc(StringRef Nvcc) {
  SmallString<128> Real;
  if (sys::fs::real_path(Nvcc, Real))
    return std::nullopt;
  StringRef Root = sys::path::parent_path(sys::path::parent_path(Real));
  return expectedToOptional(openToolkit(Root));
}

} // namespace

std::string CudaToolkit::sdkVersion() const {
  auto Newest = std::make_pair(NewestSdkMajor, NewestSdkMinor);
  auto Mine = std::make_pair(Major, Minor);
  auto [SdkMajor, SdkMinor] = Major == 0 ? Newest : std::min(Mine, Newest);
  return std::to_string(SdkMajor) + "." + std::to_string(SdkMinor);
}

std::vector<std::string> CudaToolkit::extraIncludeDirs() const {
  std::string Cccl = join(Path, "include/cccl");
  if (sys::fs::is_directory(Cccl))
    return {Cccl};
  return {};
}

Expected<CudaToolkit> openToolkit(StringRef Path) {
  CudaToolkit Toolkit;
  Toolkit.Path = Path.str();
  if (!sys::fs::exists(join(Path, "include/cuda_runtime.h")))
    return createStringError("no CUDA toolkit in '" + Path +
                             "': it has no include/cuda_runtime.h");
  readVersion(Toolkit);
  return Toolkit;
}

std::optional<CudaToolkit> findToolkit(StringRef Nvcc) {
  if (sys::path::is_absolute(Nvcc))
    if (auto Toolkit = toolkitOfNvcc(Nvcc))
      return Toolkit;
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (auto Path = sys::Process::GetEnv(Variable); Path && !Path->empty())
      if (auto Toolkit = expectedToOptional(openToolkit(*Path)))
        return Toolkit;
  if (auto Toolkit = expectedToOptional(openToolkit("/usr/local/cuda")))
    return Toolkit;
  if (auto Found = sys::findProgramByName("nvcc"))
    return toolkitOfNvcc(*Found);
  return std::nullopt;
}

} // namespace cudapipe
