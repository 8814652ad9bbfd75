//===- Qualifiers.h - CUDA's declaration specifiers -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `__shared__` becomes `thread_local`.  The executor has one OS thread, so
// this is plain static storage; what it buys:
//  - at block scope it implies static, and `extern thread_local` is legal;
//  - all shared variables lie in one segment (PT_TLS) that holds nothing else;
//  - the symbol table marks them (STT_TLS), so reports can name them.
// `extern __shared__ T s[]` leaves an undefined symbol; run-on-cpu defines
// all of those at one address, the dynamic shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_QUALIFIERS_H
#define CUDAPIPE_EXECUTOR_QUALIFIERS_H

#include <cstddef>

#define __CUDACC__ 1
#define __CUDA_ARCH__ 800
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define CUDART_VERSION 13000

// Found again by its section (runtime/KernelCode.h).
#define __global__ __attribute__((noinline, section("cudapipe_kernels")))
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __shared__ thread_local
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__ inline
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

// `__shared__ alignas(16) float s[8]` puts alignas after a specifier, where
// C++ has no place for it (CUDA's `__shared__` is an attribute).  The GNU
// attribute may stand anywhere; the two overloads accept what alignas does,
// a type or a number.
template <typename T> constexpr size_t cudapipeAlignOf() { return alignof(T); }
template <size_t N> constexpr size_t cudapipeAlignOf() { return N; }
#define alignas(...) __attribute__((aligned(::cudapipeAlignOf<__VA_ARGS__>())))

#endif
