//===- cudapipe/CacheHints.h - Loads and stores with a cache hint ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Templates over the element type: the toolkit has one overload for every
// scalar and vector type, half included.
// Rule: CUDA C++ Programming Guide, "Read-Only Data Cache Load Function",
// "Load Functions Using Cache Hints", "Store Functions Using Cache Hints".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CACHEHINTS_H
#define CUDAPIPE_EMBEDDED_CACHEHINTS_H
#pragma clang system_header

template <typename T> __device__ T __ldg(const T *address);
template <typename T> __device__ T __ldca(const T *address);
template <typename T> __device__ T __ldcg(const T *address);
template <typename T> __device__ T __ldcs(const T *address);
template <typename T> __device__ T __ldlu(const T *address);
template <typename T> __device__ T __ldcv(const T *address);

#define __CUDAPIPE_STORE(NAME)                                                 \
  template <typename T>                                                        \
  __device__ void NAME(T *address, typename __cudapipe_same<T>::type value);

__CUDAPIPE_STORE(__stwb)
__CUDAPIPE_STORE(__stcg)
__CUDAPIPE_STORE(__stcs)
__CUDAPIPE_STORE(__stwt)
#undef __CUDAPIPE_STORE

// L2 residency.
template <typename T>
__device__ T *__nv_associate_access_property(T *p, unsigned long long property);

#endif // CUDAPIPE_EMBEDDED_CACHEHINTS_H
