//===- mma.h - Warp matrix functions ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcuda::wmma: load, multiply, store. As in the toolkit, loads read through a
// pointer to const.
// Rule: CUDA C++ Programming Guide, "Warp Matrix Functions".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_MMA_H
#define CUDAPIPE_EMBEDDED_MMA_H
#pragma clang system_header

#include "__cudapipe_cuda_runtime.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cudapipe/WmmaFragment.h"

namespace nvcuda {
namespace wmma {

template <typename Use, int m, int n, int k, typename T, typename Layout>
__device__ void
fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
              const typename __cudapipe_element<T>::type &value);

template <typename Use, int m, int n, int k, typename T, typename Layout,
          typename Element>
__device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f,
                                 const Element *from, unsigned leading);

template <int m, int n, int k, typename T, typename Element>
__device__ void load_matrix_sync(fragment<accumulator, m, n, k, T> &f,
                                 const Element *from, unsigned leading,
                                 layout_t layout);

template <int m, int n, int k, typename T, typename Element>
__device__ void store_matrix_sync(Element *to,
                                  const fragment<accumulator, m, n, k, T> &f,
                                  unsigned leading, layout_t layout);

template <int m, int n, int k, typename A, typename B, typename C, typename D,
          typename LayoutA, typename LayoutB>
__device__ void mma_sync(fragment<accumulator, m, n, k, D> &d,
                         const fragment<matrix_a, m, n, k, A, LayoutA> &a,
                         const fragment<matrix_b, m, n, k, B, LayoutB> &b,
                         const fragment<accumulator, m, n, k, C> &c,
                         bool saturate = false);

template <int m, int n, int k, typename A, typename B, typename LayoutA,
          typename LayoutB>
__device__ void
bmma_sync(fragment<accumulator, m, n, k, int> &d,
          const fragment<matrix_a, m, n, k, A, LayoutA> &a,
          const fragment<matrix_b, m, n, k, B, LayoutB> &b,
          const fragment<accumulator, m, n, k, int> &c,
          experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);

__device__ float __float_to_tf32(float x);

namespace experimental {
using wmma::bmma_sync;
} // namespace experimental

} // namespace wmma
} // namespace nvcuda

#endif // CUDAPIPE_EMBEDDED_MMA_H
