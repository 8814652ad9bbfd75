//===- nvtx3/nvtx3.hpp - NVTX, C++ interface --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: NVIDIA Tools Extension Library documentation, "C++".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_NVTX3_NVTX3_HPP
#define CUDAPIPE_EMBEDDED_NVTX3_NVTX3_HPP
#pragma clang system_header

#include "nvToolsExt.h"

#define NVTX3_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IF(condition)

namespace nvtx3 {
class scoped_range {
public:
  explicit scoped_range(const char *message);
  ~scoped_range();
};
using thread_range = scoped_range;
} // namespace nvtx3

#endif // CUDAPIPE_EMBEDDED_NVTX3_NVTX3_HPP
