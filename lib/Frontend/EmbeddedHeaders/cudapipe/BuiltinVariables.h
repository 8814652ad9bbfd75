//===- BuiltinVariables.h - threadIdx, blockIdx, blockDim, gridDim --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain objects, as nvcc has them: `threadIdx.x` is a MemberExpr, not the
// property access that Clang's own runtime wrapper makes of it.
// Rule: CUDA C++ Programming Guide, "Built-in Variables".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_BUILTINVARIABLES_H
#define CUDAPIPE_EMBEDDED_BUILTINVARIABLES_H
#pragma clang system_header

extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
static const __device__ int warpSize = 32;

#endif // CUDAPIPE_EMBEDDED_BUILTINVARIABLES_H
