//===- cudapipe/Atomics.h - Atomic functions --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One template a function instead of an overload a type: the operand may still
// convert (`atomicAdd(&u, 1)`), vector and half types are included, and a
// user's own non-template overload wins.
// Rule: CUDA C++ Programming Guide, "Atomic Functions".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_ATOMICS_H
#define CUDAPIPE_EMBEDDED_ATOMICS_H
#pragma clang system_header

template <typename T> struct __cudapipe_same { using type = T; };

#define __CUDAPIPE_ATOMIC(NAME)                                                \
  template <typename T>                                                        \
  __device__ T NAME(T *address, typename __cudapipe_same<T>::type value);

#define __CUDAPIPE_ATOMIC_SCOPES(NAME)                                         \
  __CUDAPIPE_ATOMIC(NAME)                                                      \
  __CUDAPIPE_ATOMIC(NAME##_block)                                              \
  __CUDAPIPE_ATOMIC(NAME##_system)

__CUDAPIPE_ATOMIC_SCOPES(atomicAdd)
__CUDAPIPE_ATOMIC_SCOPES(atomicSub)
__CUDAPIPE_ATOMIC_SCOPES(atomicExch)
__CUDAPIPE_ATOMIC_SCOPES(atomicMin)
__CUDAPIPE_ATOMIC_SCOPES(atomicMax)
__CUDAPIPE_ATOMIC_SCOPES(atomicInc)
__CUDAPIPE_ATOMIC_SCOPES(atomicDec)
__CUDAPIPE_ATOMIC_SCOPES(atomicAnd)
__CUDAPIPE_ATOMIC_SCOPES(atomicOr)
__CUDAPIPE_ATOMIC_SCOPES(atomicXor)

#define __CUDAPIPE_ATOMIC_CAS(NAME)                                            \
  template <typename T>                                                        \
  __device__ T NAME(T *address, typename __cudapipe_same<T>::type compare,     \
                    typename __cudapipe_same<T>::type value);

__CUDAPIPE_ATOMIC_CAS(atomicCAS)
__CUDAPIPE_ATOMIC_CAS(atomicCAS_block)
__CUDAPIPE_ATOMIC_CAS(atomicCAS_system)

#undef __CUDAPIPE_ATOMIC_CAS
#undef __CUDAPIPE_ATOMIC_SCOPES
#undef __CUDAPIPE_ATOMIC

// The built-ins of CUDA 12.8 that take a memory order and a scope.
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#define __CUDAPIPE_NV_ATOMIC(NAME)                                             \
  template <typename T>                                                        \
  __device__ T NAME(T *address, typename __cudapipe_same<T>::type value,       \
                    int order, int scope = __NV_THREAD_SCOPE_SYSTEM);

__CUDAPIPE_NV_ATOMIC(__nv_atomic_fetch_add)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_fetch_sub)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_fetch_and)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_fetch_or)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_fetch_xor)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_fetch_max)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_fetch_min)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_exchange_n)
__CUDAPIPE_NV_ATOMIC(__nv_atomic_store_n)
#undef __CUDAPIPE_NV_ATOMIC

template <typename T>
__device__ T __nv_atomic_load_n(T *address, int order,
                                int scope = __NV_THREAD_SCOPE_SYSTEM);

#endif // CUDAPIPE_EMBEDDED_ATOMICS_H
