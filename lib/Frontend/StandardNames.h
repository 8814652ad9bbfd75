//===- StandardNames.h - Names that one header has --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include "common.h"                 includes <cuda_fp16.h>, surely
//   __global__ void scale(half2 *x);
//
// A name of CUDA or of the C++ library is what it is by whatever way its header
// comes. Where a header of the project is not found, the standard one is read.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_STANDARDNAMES_H
#define CUDAPIPE_LIB_FRONTEND_STANDARDNAMES_H

#include "llvm/ADT/StringRef.h"

namespace cudapipe {

/// The header that declares \p Name, as in an #include; "" if it is no name of
/// CUDA or C. \p Name may be in std: "std::is_same".
llvm::StringRef headerOfStandardName(llvm::StringRef Name);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_STANDARDNAMES_H
