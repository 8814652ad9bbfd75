//===- VectorTypes.h - int2, float4, dim3 and their makers ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU faults on a float4 that is not aligned.  The compiler copies a plain
// struct without looking, so vectors end in an empty member whose own copy
// looks; they stay aggregates of the same size.  What they lose is being
// trivially copyable: -DCUDAPIPE_PLAIN_VECTORS gives that back.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_VECTORTYPES_H
#define CUDAPIPE_EXECUTOR_VECTORTYPES_H

#include "Runtime.h"

namespace cudapipe::executor {
template <unsigned Alignment> struct AlignmentCheck {
  AlignmentCheck() = default;
  CUDAPIPE_CONSTEXPR_INLINE AlignmentCheck(const AlignmentCheck &From) {
    check(this);
    check(&From);
  }
  CUDAPIPE_CONSTEXPR_INLINE AlignmentCheck &
  operator=(const AlignmentCheck &From) {
    check(this);
    check(&From);
    return *this;
  }

private:
  CUDAPIPE_CONSTEXPR_INLINE static void check(const AlignmentCheck *Member) {
    if (!__builtin_is_constant_evaluated() &&
        __builtin_bit_cast(uintptr_t, Member) % Alignment)
      misaligned(Member, Alignment);
  }
};
} // namespace cudapipe::executor

#ifdef CUDAPIPE_PLAIN_VECTORS
#define CUDAPIPE_CHECK_ALIGNMENT(N)
#else
#define CUDAPIPE_CHECK_ALIGNMENT(N)                                            \
  [[no_unique_address]] cudapipe::executor::AlignmentCheck<N> cudapipeCheck;
#endif

#define CUDAPIPE_VECTORS(NAME, T, ALIGN2, ALIGN4)                              \
  struct NAME##1 { T x; };                                                     \
  struct __attribute__((aligned(ALIGN2))) NAME##2 {                            \
    T x, y;                                                                    \
    CUDAPIPE_CHECK_ALIGNMENT(ALIGN2)                                           \
  };                                                                           \
  struct NAME##3 { T x, y, z; };                                               \
  struct __attribute__((aligned(ALIGN4))) NAME##4 {                            \
    T x, y, z, w;                                                              \
    CUDAPIPE_CHECK_ALIGNMENT(ALIGN4)                                           \
  };                                                                           \
  constexpr NAME##1 make_##NAME##1(T x) { return {x}; }                        \
  constexpr NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }                \
  constexpr NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }        \
  constexpr NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }

CUDAPIPE_VECTORS(char, signed char, 2, 4)
CUDAPIPE_VECTORS(uchar, unsigned char, 2, 4)
CUDAPIPE_VECTORS(short, short, 4, 8)
CUDAPIPE_VECTORS(ushort, unsigned short, 4, 8)
CUDAPIPE_VECTORS(int, int, 8, 16)
CUDAPIPE_VECTORS(uint, unsigned int, 8, 16)
CUDAPIPE_VECTORS(long, long, 16, 16)
CUDAPIPE_VECTORS(ulong, unsigned long, 16, 16)
CUDAPIPE_VECTORS(longlong, long long, 16, 16)
CUDAPIPE_VECTORS(ulonglong, unsigned long long, 16, 16)
CUDAPIPE_VECTORS(float, float, 8, 16)
CUDAPIPE_VECTORS(double, double, 16, 16)
#undef CUDAPIPE_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned X = 1, unsigned Y = 1, unsigned Z = 1)
      : x(X), y(Y), z(Z) {}
  constexpr dim3(uint3 V) : x(V.x), y(V.y), z(V.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

// Set by the executor before a thread runs.  Declared const because they are
// constant for the whole life of the thread that reads them.
extern "C" {
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
}
inline constexpr int warpSize = 32;

#endif
