//===- WarpFunctions.h - Shuffles, votes, matches, warp reductions --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Vote
// Functions", "Warp Match Functions", "Warp Reduce Functions". The forms
// without a mask ended with compute capability 7.0; old code still has them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_WARPFUNCTIONS_H
#define CUDAPIPE_EMBEDDED_WARPFUNCTIONS_H
#pragma clang system_header

#define __CUDAPIPE_SHUFFLES(T)                                                 \
  __device__ T __shfl_sync(unsigned mask, T value, int lane, int width = 32),  \
      __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32),  \
      __shfl_down_sync(unsigned mask, T value, unsigned delta,                 \
                       int width = 32),                                        \
      __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32);

__CUDAPIPE_SHUFFLES(int)
__CUDAPIPE_SHUFFLES(unsigned)
__CUDAPIPE_SHUFFLES(long)
__CUDAPIPE_SHUFFLES(unsigned long)
__CUDAPIPE_SHUFFLES(long long)
__CUDAPIPE_SHUFFLES(unsigned long long)
__CUDAPIPE_SHUFFLES(float)
__CUDAPIPE_SHUFFLES(double)

template <typename T>
__device__ T __shfl(T value, int lane, int width = 32);
template <typename T>
__device__ T __shfl_up(T value, unsigned delta, int width = 32);
template <typename T>
__device__ T __shfl_down(T value, unsigned delta, int width = 32);
template <typename T>
__device__ T __shfl_xor(T value, int lanes, int width = 32);

__device__ int __all_sync(unsigned mask, int predicate),
    __any_sync(unsigned mask, int predicate),
    __uni_sync(unsigned mask, int predicate);
__device__ unsigned __ballot_sync(unsigned mask, int predicate),
    __activemask(), __fns(unsigned mask, unsigned base, int offset);
__device__ int __all(int predicate), __any(int predicate);
__device__ unsigned __ballot(int predicate);

template <typename T>
__device__ unsigned __match_any_sync(unsigned mask, T value);
template <typename T>
__device__ unsigned __match_all_sync(unsigned mask, T value, int *predicate);

typedef int __cudapipe_warp_reduce_int(unsigned mask, int value);
__device__ __cudapipe_warp_reduce_int __reduce_add_sync, __reduce_min_sync,
    __reduce_max_sync;
__device__ __cudapipe_u2 __reduce_add_sync, __reduce_min_sync,
    __reduce_max_sync, __reduce_and_sync, __reduce_or_sync, __reduce_xor_sync;

#endif // CUDAPIPE_EMBEDDED_WARPFUNCTIONS_H
