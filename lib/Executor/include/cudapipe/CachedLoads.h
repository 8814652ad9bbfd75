//===- CachedLoads.h - __ldg and its relatives ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_CACHEDLOADS_H
#define CUDAPIPE_EXECUTOR_CACHEDLOADS_H

#include "Runtime.h"

#define CUDAPIPE_LOAD(NAME)                                                    \
  template <typename T> CUDAPIPE_INLINE T NAME(const T *Address) {             \
    return *Address;                                                           \
  }
CUDAPIPE_LOAD(__ldg)
CUDAPIPE_LOAD(__ldca)
CUDAPIPE_LOAD(__ldcg)
CUDAPIPE_LOAD(__ldcs)
CUDAPIPE_LOAD(__ldcv)
CUDAPIPE_LOAD(__ldlu)
#undef CUDAPIPE_LOAD

#define CUDAPIPE_STORE(NAME)                                                   \
  template <typename T> CUDAPIPE_INLINE void NAME(T *Address, T V) {           \
    *Address = V;                                                              \
  }
CUDAPIPE_STORE(__stwb)
CUDAPIPE_STORE(__stcg)
CUDAPIPE_STORE(__stcs)
CUDAPIPE_STORE(__stwt)
#undef CUDAPIPE_STORE

// Address spaces are told apart by address.  The 32-bit form of a shared
// address is only good for inline assembly, which is not modelled.
CUDAPIPE_INLINE bool __isShared(const void *Address) {
  return cudapipe::executor::isSharedAddress(Address);
}
CUDAPIPE_INLINE bool __isGlobal(const void *Address) {
  return cudapipe::executor::isGlobalAddress(Address);
}
CUDAPIPE_INLINE size_t __cvta_generic_to_shared(const void *Address) {
  return reinterpret_cast<size_t>(Address);
}

#endif
