//===- cudapipe/Qualifiers.h - CUDA function and variable qualifiers ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Spells the CUDA keywords as the attributes that Clang understands.
// Rule: CUDA C++ Programming Guide, "C++ Language Extensions".
//
// `__noinline__` is absent on purpose: Clang has it as a keyword in CUDA mode,
// and libstdc++ writes `__attribute__((__noinline__))`.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_QUALIFIERS_H
#define CUDAPIPE_EMBEDDED_QUALIFIERS_H
#pragma clang system_header

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __grid_constant__ __attribute__((grid_constant))

// Clang has managed variables for HIP only; to the device they are plain
// device variables.
#define __managed__ __attribute__((device))

#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#if __CUDA_ARCH__ >= 900
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif
#define __maxnreg__(...)
#define __block_size__(...)
#define __nv_pure__ __attribute__((pure))
#define __tile_global__ __global__

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)

// Names that code written against the toolkit's own headers relies on.
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__
#define __location__(a) __attribute__((a))
#define __no_return__ __attribute__((noreturn))
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI

// For declarations that both sides may call.
#define __CUDAPIPE_HD __host__ __device__

#endif // CUDAPIPE_EMBEDDED_QUALIFIERS_H
