//===- Synchronization.h - Barriers and fences ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_SYNCHRONIZATION_H
#define CUDAPIPE_EXECUTOR_SYNCHRONIZATION_H

#include "Runtime.h"

#include <ctime>

#define CUDAPIPE_WHERE                                                         \
  ::cudapipe::executor::Site Where = ::cudapipe::executor::Site::here()

CUDAPIPE_INLINE void __syncthreads(CUDAPIPE_WHERE) {
  cudapipe::executor::blockBarrier(0, Where);
}
CUDAPIPE_INLINE void __barrier_sync(unsigned Id, CUDAPIPE_WHERE) {
  if (Id != 0)
    cudapipe::executor::unsupported("__barrier_sync of a named barrier");
  cudapipe::executor::blockBarrier(0, Where);
}
/// As many threads as \p Count meet, whichever they are.
CUDAPIPE_INLINE void __barrier_sync_count(unsigned Id, unsigned Count) {
  cudapipe::executor::namedBarrier(Id, Count);
}
CUDAPIPE_INLINE int __syncthreads_count(int Predicate, CUDAPIPE_WHERE) {
  return cudapipe::executor::blockBarrier(Predicate, Where).Count;
}
CUDAPIPE_INLINE int __syncthreads_and(int Predicate, CUDAPIPE_WHERE) {
  return cudapipe::executor::blockBarrier(Predicate, Where).And;
}
CUDAPIPE_INLINE int __syncthreads_or(int Predicate, CUDAPIPE_WHERE) {
  return cudapipe::executor::blockBarrier(Predicate, Where).Or;
}
CUDAPIPE_INLINE void __syncwarp(unsigned Mask = 0xffffffffu) {
  cudapipe::executor::warpBarrier(Mask);
}

// Fences order a thread's own accesses, which the executor never reorders;
// they do not publish anything to a thread that does not also synchronise.
CUDAPIPE_INLINE void __threadfence() { cudapipe::executor::yieldThread(); }
CUDAPIPE_INLINE void __threadfence_block() {
  cudapipe::executor::yieldThread();
}
CUDAPIPE_INLINE void __threadfence_system() {
  cudapipe::executor::yieldThread();
}
CUDAPIPE_INLINE void __nanosleep(unsigned) {
  cudapipe::executor::yieldThread();
}

inline long long clock64() { return static_cast<long long>(::clock()); }
[[noreturn]] inline void __trap() { cudapipe::executor::unsupported("__trap"); }

#endif
