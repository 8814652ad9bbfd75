//===- Atomics.h - Atomic functions of device code --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads switch only at calls into the executor, so every update is atomic;
// what matters is that the race check knows these accesses as atomic ones.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_ATOMICS_H
#define CUDAPIPE_EXECUTOR_ATOMICS_H

#include "Runtime.h"

namespace cudapipe::executor {

template <typename T, typename Operand, typename Update>
CUDAPIPE_INLINE T atomic(T *Address, Operand V, Update) {
  T Old;
  atomicUpdate(Address, sizeof(T), &V, &Old, [](void *Value, const void *Arg) {
    T &Now = *static_cast<T *>(Value);
    Now = Update::apply(Now, *static_cast<const Operand *>(Arg));
  });
  return Old;
}

template <typename T> struct Same {
  using type = T;
};
template <typename T> using SameT = typename Same<T>::type;

template <typename T> struct CompareAndSwap {
  T Expected;
  T Desired;
};

} // namespace cudapipe::executor

#define CUDAPIPE_ATOMIC(NAME, EXPRESSION)                                      \
  namespace cudapipe::executor {                                               \
  struct NAME##Update {                                                        \
    template <typename T> static T apply(T Old, T V) {                         \
      return static_cast<T>(EXPRESSION);                                       \
    }                                                                          \
  };                                                                           \
  }                                                                            \
  template <typename T>                                                        \
  CUDAPIPE_INLINE T NAME(T *Address, cudapipe::executor::SameT<T> V) {         \
    return cudapipe::executor::atomic(Address, V,                              \
                                      cudapipe::executor::NAME##Update{});     \
  }                                                                            \
  template <typename T>                                                        \
  CUDAPIPE_INLINE T NAME##_block(T *Address, cudapipe::executor::SameT<T> V) { \
    return NAME(Address, V);                                                   \
  }                                                                            \
  template <typename T>                                                        \
  CUDAPIPE_INLINE T NAME##_system(T *Address,                                  \
                                  cudapipe::executor::SameT<T> V) {            \
    return NAME(Address, V);                                                   \
  }
CUDAPIPE_ATOMIC(atomicAdd, Old + V)
CUDAPIPE_ATOMIC(atomicSub, Old - V)
CUDAPIPE_ATOMIC(atomicExch, ((void)Old, V))
CUDAPIPE_ATOMIC(atomicMin, V < Old ? V : Old)
CUDAPIPE_ATOMIC(atomicMax, Old < V ? V : Old)
CUDAPIPE_ATOMIC(atomicAnd, Old &V)
CUDAPIPE_ATOMIC(atomicOr, Old | V)
CUDAPIPE_ATOMIC(atomicXor, Old ^ V)
CUDAPIPE_ATOMIC(atomicInc, Old >= V ? T(0) : T(Old + 1))
CUDAPIPE_ATOMIC(atomicDec, (Old == 0 || Old > V) ? V : T(Old - 1))
#undef CUDAPIPE_ATOMIC

namespace cudapipe::executor {
struct CompareAndSwapUpdate {
  template <typename T> static T apply(T Old, CompareAndSwap<T> V) {
    return Old == V.Expected ? V.Desired : Old;
  }
};
} // namespace cudapipe::executor

template <typename T>
CUDAPIPE_INLINE T atomicCAS(T *Address, cudapipe::executor::SameT<T> Expected,
                            cudapipe::executor::SameT<T> Desired) {
  return cudapipe::executor::atomic(
      Address, cudapipe::executor::CompareAndSwap<T>{Expected, Desired},
      cudapipe::executor::CompareAndSwapUpdate{});
}

#endif
