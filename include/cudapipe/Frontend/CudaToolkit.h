//===- cudapipe/Frontend/CudaToolkit.h - Where CUDA is ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_CUDATOOLKIT_H
#define CUDAPIPE_FRONTEND_CUDATOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace cudapipe {

/// An installed CUDA toolkit: a folder with include/cuda_runtime.h.
struct CudaToolkit {
  std::string Path;
  /// 13.0 is {13, 0}; {0, 0} when its headers do not say.
  unsigned Major = 0, Minor = 0;

  /// The version Clang is told, "12.9" at most: newer ones it does not know.
  std::string sdkVersion() const;
  /// Folders that nvcc searches and Clang does not (CUDA 13 moved CCCL).
  std::vector<std::string> extraIncludeDirs() const;
};

/// The toolkit in \p Path, or why there is none.
llvm::Expected<CudaToolkit> openToolkit(llvm::StringRef Path);

/// The first of: the toolkit that \p Nvcc (may be empty) belongs to, CUDA_PATH,
/// CUDA_HOME, /usr/local/cuda, the toolkit of the nvcc on PATH.
std::optional<CudaToolkit> findToolkit(llvm::StringRef Nvcc = "");

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_CUDATOOLKIT_H
