//===- cudapipe/AddressSpaces.h - Address space tests and conversions -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUDA C++ Programming Guide, "Address Space Predicate Functions" and
// "Address Space Conversion Functions".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_ADDRESSSPACES_H
#define CUDAPIPE_EMBEDDED_ADDRESSSPACES_H
#pragma clang system_header

extern "C" {
__device__ unsigned __isGlobal(const void *p);
__device__ unsigned __isShared(const void *p);
__device__ unsigned __isConstant(const void *p);
__device__ unsigned __isLocal(const void *p);
__device__ unsigned __isGridConstant(const void *p);
__device__ unsigned __isClusterShared(const void *p);

__device__ __SIZE_TYPE__ __cvta_generic_to_global(const void *p);
__device__ __SIZE_TYPE__ __cvta_generic_to_shared(const void *p);
__device__ __SIZE_TYPE__ __cvta_generic_to_constant(const void *p);
__device__ __SIZE_TYPE__ __cvta_generic_to_local(const void *p);
__device__ __SIZE_TYPE__ __cvta_generic_to_grid_constant(const void *p);
__device__ void *__cvta_global_to_generic(__SIZE_TYPE__ p);
__device__ void *__cvta_shared_to_generic(__SIZE_TYPE__ p);
__device__ void *__cvta_constant_to_generic(__SIZE_TYPE__ p);
__device__ void *__cvta_local_to_generic(__SIZE_TYPE__ p);
__device__ void *__cvta_grid_constant_to_generic(__SIZE_TYPE__ p);

}

#endif // CUDAPIPE_EMBEDDED_ADDRESSSPACES_H
