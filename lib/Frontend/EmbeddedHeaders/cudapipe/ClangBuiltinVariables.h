//===- ClangBuiltinVariables.h - threadIdx and others, with a toolkit -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the place of Clang's __clang_cuda_builtin_vars.h, where `threadIdx.x`
// is a property that a call reads. Here it is a member, as for nvcc and in our
// own headers, so that the analysis sees one AST for one text. Clang's runtime
// wrapper defines the conversions.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_BUILTIN_VARS_H
#define __CUDA_BUILTIN_VARS_H

struct uint3;
struct dim3;

#define CUDAPIPE_BUILTIN_VARIABLE(Name)                                        \
  struct __cuda_builtin_##Name##_t {                                           \
    unsigned x, y, z;                                                          \
    __attribute__((device)) operator dim3() const;                             \
    __attribute__((device)) operator uint3() const;                            \
  };                                                                           \
  extern const __attribute__((device)) __attribute__((weak))                   \
  __cuda_builtin_##Name##_t Name

CUDAPIPE_BUILTIN_VARIABLE(threadIdx);
CUDAPIPE_BUILTIN_VARIABLE(blockIdx);
CUDAPIPE_BUILTIN_VARIABLE(blockDim);
CUDAPIPE_BUILTIN_VARIABLE(gridDim);

#undef CUDAPIPE_BUILTIN_VARIABLE

__attribute__((device)) const int warpSize = 32;

#endif // __CUDA_BUILTIN_VARS_H
