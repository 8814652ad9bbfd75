//===- WarpCollectives.h - Shuffles, votes, reductions ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every lane brings a payload; the last one to arrive works out the result of
// each (executor.cpp keeps the others waiting).  A lane that has returned
// counts as arrived with nothing to give.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_WARPCOLLECTIVES_H
#define CUDAPIPE_EXECUTOR_WARPCOLLECTIVES_H

#include "Runtime.h"

namespace cudapipe::executor {

template <typename T> struct ShufflePayload {
  T Value;
  int Source;
  T Result;
};

template <typename T>
CUDAPIPE_INLINE T shuffle(unsigned Mask, T V, int Source) {
  ShufflePayload<T> P{V, Source, V};
  warpCollective("shuffle", Mask, &P, [](void *const Lanes[32]) {
    for (int I = 0; I < 32; ++I) {
      auto *Mine = static_cast<ShufflePayload<T> *>(Lanes[I]);
      if (!Mine)
        continue;
      if (auto *Other = static_cast<ShufflePayload<T> *>(Lanes[Mine->Source]))
        Mine->Result = Other->Value;
    }
  });
  return P.Result;
}

struct VotePayload {
  unsigned long long Value;
  unsigned Votes;
};

CUDAPIPE_INLINE unsigned ballot(unsigned Mask, bool Predicate) {
  VotePayload P{Predicate, 0};
  warpCollective("vote", Mask, &P, [](void *const Lanes[32]) {
    unsigned Votes = 0;
    for (int I = 0; I < 32; ++I)
      if (Lanes[I] && static_cast<VotePayload *>(Lanes[I])->Value)
        Votes |= 1u << I;
    for (int I = 0; I < 32; ++I)
      if (Lanes[I])
        static_cast<VotePayload *>(Lanes[I])->Votes = Votes;
  });
  return P.Votes;
}

CUDAPIPE_INLINE unsigned matchAny(unsigned Mask, unsigned long long Value) {
  VotePayload P{Value, 0};
  warpCollective("match", Mask, &P, [](void *const Lanes[32]) {
    for (int I = 0; I < 32; ++I)
      for (int J = 0; J < 32; ++J)
        if (Lanes[I] && Lanes[J] &&
            static_cast<VotePayload *>(Lanes[I])->Value ==
                static_cast<VotePayload *>(Lanes[J])->Value)
          static_cast<VotePayload *>(Lanes[I])->Votes |= 1u << J;
  });
  return P.Votes;
}

template <typename T> struct ReducePayload {
  T Value;
  T Result;
};

template <typename Op, typename T>
CUDAPIPE_INLINE T reduce(unsigned Mask, T Value) {
  ReducePayload<T> P{Value, Value};
  warpCollective("reduce", Mask, &P, [](void *const Lanes[32]) {
    bool First = true;
    T Total{};
    for (int I = 0; I < 32; ++I)
      if (auto *Lane = static_cast<ReducePayload<T> *>(Lanes[I])) {
        Total = First ? Lane->Value : Op()(Total, Lane->Value);
        First = false;
      }
    for (int I = 0; I < 32; ++I)
      if (auto *Lane = static_cast<ReducePayload<T> *>(Lanes[I]))
        Lane->Result = Total;
  });
  return P.Result;
}

inline int lane() { return static_cast<int>(linearThread() % 32); }

} // namespace cudapipe::executor

template <typename T>
CUDAPIPE_INLINE T __shfl_sync(unsigned Mask, T V, int Lane, int Width = 32) {
  int Self = cudapipe::executor::lane();
  return cudapipe::executor::shuffle(
      Mask, V, (Self & ~(Width - 1)) | (Lane & (Width - 1)));
}
template <typename T>
CUDAPIPE_INLINE T __shfl_up_sync(unsigned Mask, T V, unsigned Delta,
                                 int Width = 32) {
  int Self = cudapipe::executor::lane();
  int From = Self - static_cast<int>(Delta);
  return cudapipe::executor::shuffle(
      Mask, V, From < (Self & ~(Width - 1)) ? Self : From);
}
template <typename T>
CUDAPIPE_INLINE T __shfl_down_sync(unsigned Mask, T V, unsigned Delta,
                                   int Width = 32) {
  int Self = cudapipe::executor::lane();
  int From = Self + static_cast<int>(Delta);
  return cudapipe::executor::shuffle(Mask, V,
                                     From > (Self | (Width - 1)) ? Self : From);
}
template <typename T>
CUDAPIPE_INLINE T __shfl_xor_sync(unsigned Mask, T V, int LaneMask,
                                  int Width = 32) {
  int Self = cudapipe::executor::lane();
  int From = Self ^ LaneMask;
  return cudapipe::executor::shuffle(Mask, V,
                                     From > (Self | (Width - 1)) ? Self : From);
}

CUDAPIPE_INLINE unsigned __ballot_sync(unsigned Mask, int Predicate) {
  return cudapipe::executor::ballot(Mask, Predicate);
}
CUDAPIPE_INLINE int __any_sync(unsigned Mask, int Predicate) {
  return cudapipe::executor::ballot(Mask, Predicate) != 0;
}
CUDAPIPE_INLINE int __all_sync(unsigned Mask, int Predicate) {
  return cudapipe::executor::ballot(Mask, !Predicate) == 0;
}
template <typename T>
CUDAPIPE_INLINE unsigned __match_any_sync(unsigned Mask, T V) {
  unsigned long long Bits = 0;
  __builtin_memcpy(&Bits, &V, sizeof(T));
  return cudapipe::executor::matchAny(Mask, Bits);
}
CUDAPIPE_INLINE unsigned __activemask() {
  return cudapipe::executor::liveLanes();
}

#define CUDAPIPE_REDUCE(NAME, T, EXPRESSION)                                   \
  namespace cudapipe::executor {                                               \
  struct NAME##T {                                                             \
    T operator()(T A, T B) const { return EXPRESSION; }                        \
  };                                                                           \
  }                                                                            \
  CUDAPIPE_INLINE T __reduce_##NAME##_sync(unsigned Mask, T V) {               \
    return cudapipe::executor::reduce<cudapipe::executor::NAME##T>(Mask, V);   \
  }
CUDAPIPE_REDUCE(add, int, A + B)
CUDAPIPE_REDUCE(add, unsigned, A + B)
CUDAPIPE_REDUCE(min, int, A < B ? A : B)
CUDAPIPE_REDUCE(min, unsigned, A < B ? A : B)
CUDAPIPE_REDUCE(max, int, A > B ? A : B)
CUDAPIPE_REDUCE(max, unsigned, A > B ? A : B)
CUDAPIPE_REDUCE(and, unsigned, A &B)
CUDAPIPE_REDUCE(or, unsigned, A | B)
CUDAPIPE_REDUCE(xor, unsigned, A ^ B)
#undef CUDAPIPE_REDUCE

#endif
