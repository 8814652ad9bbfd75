//===- cudapipe/AlignedSize.h - cuda::aligned_size_t ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A byte count that carries its alignment.
// Rule: libcu++ documentation, "Shapes".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_ALIGNEDSIZE_H
#define CUDAPIPE_EMBEDDED_ALIGNEDSIZE_H
#pragma clang system_header

namespace cuda {

template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __CUDAPIPE_HD constexpr explicit aligned_size_t(size_t size) : value(size) {}
  __CUDAPIPE_HD constexpr operator size_t() const { return value; }
};

} // namespace cuda

#endif // CUDAPIPE_EMBEDDED_ALIGNEDSIZE_H
