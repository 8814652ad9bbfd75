//===- cub/functors.h - CUB's operators and small types ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rule: CUB documentation, "Utilities": thread operators, key-value pairs.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CUB_FUNCTORS_H
#define CUDAPIPE_EMBEDDED_CUB_FUNCTORS_H
#pragma clang system_header

#include "../__cudapipe_cuda_runtime.h"

namespace cub {

struct NullType {};

template <typename Key, typename Value> struct KeyValuePair {
  Key key;
  Value value;
  __CUDAPIPE_HD KeyValuePair() {}
  __CUDAPIPE_HD KeyValuePair(Key key, Value value) : key(key), value(value) {}
};

// Operators: both operands have one type, and so has the result.
#define __CUDAPIPE_FUNCTOR(NAME, RESULT)                                       \
  struct NAME {                                                                \
    template <typename T>                                                      \
    __CUDAPIPE_HD RESULT operator()(const T &, const T &) const;               \
  };
__CUDAPIPE_FUNCTOR(Sum, T)
__CUDAPIPE_FUNCTOR(Difference, T)
__CUDAPIPE_FUNCTOR(Max, T)
__CUDAPIPE_FUNCTOR(Min, T)
__CUDAPIPE_FUNCTOR(ArgMax, T)
__CUDAPIPE_FUNCTOR(ArgMin, T)
__CUDAPIPE_FUNCTOR(Equality, bool)
__CUDAPIPE_FUNCTOR(Inequality, bool)
#undef __CUDAPIPE_FUNCTOR

// Thread identifiers and grids, of host and device.
template <typename N, typename M>
__CUDAPIPE_HD N DivideAndRoundUp(N n, M m);
__device__ unsigned LaneId();
__device__ unsigned WarpId();

} // namespace cub

#endif // CUDAPIPE_EMBEDDED_CUB_FUNCTORS_H
