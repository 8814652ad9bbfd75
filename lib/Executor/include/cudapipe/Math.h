//===- Math.h - Math functions and arithmetic intrinsics --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fast-math intrinsics are computed with the host's library: what counts
// here is that the original and the rewritten kernel agree.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_MATH_H
#define CUDAPIPE_EXECUTOR_MATH_H

#include "VectorTypes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <math.h>

//===-- min, max ----------------------------------------------------------===//

#define CUDAPIPE_MIN_MAX(T)                                                    \
  inline T min(T A, T B) { return B < A ? B : A; }                             \
  inline T max(T A, T B) { return A < B ? B : A; }
CUDAPIPE_MIN_MAX(int)
CUDAPIPE_MIN_MAX(unsigned)
CUDAPIPE_MIN_MAX(long)
CUDAPIPE_MIN_MAX(unsigned long)
CUDAPIPE_MIN_MAX(long long)
CUDAPIPE_MIN_MAX(unsigned long long)
#undef CUDAPIPE_MIN_MAX
// CUDA also mixes signed and unsigned.
#define CUDAPIPE_MIN_MAX_MIXED(A, B, T)                                        \
  inline T min(A X, B Y) { return min(static_cast<T>(X), static_cast<T>(Y)); } \
  inline T max(A X, B Y) { return max(static_cast<T>(X), static_cast<T>(Y)); }
CUDAPIPE_MIN_MAX_MIXED(int, unsigned, unsigned)
CUDAPIPE_MIN_MAX_MIXED(unsigned, int, unsigned)
CUDAPIPE_MIN_MAX_MIXED(long, unsigned long, unsigned long)
CUDAPIPE_MIN_MAX_MIXED(unsigned long, long, unsigned long)
CUDAPIPE_MIN_MAX_MIXED(long long, unsigned long long, unsigned long long)
CUDAPIPE_MIN_MAX_MIXED(unsigned long long, long long, unsigned long long)
#undef CUDAPIPE_MIN_MAX_MIXED
inline float min(float A, float B) { return fminf(A, B); }
inline float max(float A, float B) { return fmaxf(A, B); }
inline double min(double A, double B) { return fmin(A, B); }
inline double max(double A, double B) { return fmax(A, B); }
inline double min(float A, double B) { return fmin(A, B); }
inline double max(float A, double B) { return fmax(A, B); }
inline double min(double A, float B) { return fmin(A, B); }
inline double max(double A, float B) { return fmax(A, B); }
using std::abs;

//===-- Functions that glibc lacks ----------------------------------------===//

inline float rsqrtf(float V) { return 1.0f / sqrtf(V); }
inline double rsqrt(double V) { return 1.0 / sqrt(V); }
inline float rsqrt(float V) { return rsqrtf(V); }
inline float rcbrtf(float V) { return 1.0f / cbrtf(V); }
inline float sinpif(float V) {
  return static_cast<float>(sin(M_PI * static_cast<double>(V)));
}
inline float cospif(float V) {
  return static_cast<float>(cos(M_PI * static_cast<double>(V)));
}
inline float norm3df(float X, float Y, float Z) {
  return sqrtf(X * X + Y * Y + Z * Z);
}
inline float __saturatef(float V) { return V < 0 ? 0 : V > 1 ? 1 : V; }

//===-- Fast-math intrinsics ----------------------------------------------===//
// Macros where glibc reserves the name for itself.

namespace cudapipe::executor {
inline void sinCos(float V, float *S, float *C) {
  *S = sinf(V);
  *C = cosf(V);
}
} // namespace cudapipe::executor

#define __expf(V) ::expf(V)
#define __exp10f(V) ::exp10f(V)
#define __logf(V) ::logf(V)
#define __log2f(V) ::log2f(V)
#define __log10f(V) ::log10f(V)
#define __sinf(V) ::sinf(V)
#define __cosf(V) ::cosf(V)
#define __tanf(V) ::tanf(V)
#define __powf(X, Y) ::powf(X, Y)
#define __sincosf(V, S, C) ::cudapipe::executor::sinCos(V, S, C)
#define __fsqrt_rn(V) ::sqrtf(V)
#define __fmaf_rn(X, Y, Z) ::fmaf(X, Y, Z)
inline float __fdividef(float X, float Y) { return X / Y; }
inline float __frcp_rn(float V) { return 1.0f / V; }
inline float __frsqrt_rn(float V) { return 1.0f / sqrtf(V); }
inline float __fadd_rn(float X, float Y) { return X + Y; }
inline float __fsub_rn(float X, float Y) { return X - Y; }
inline float __fmul_rn(float X, float Y) { return X * Y; }
inline float __fdiv_rn(float X, float Y) { return X / Y; }
inline double __dadd_rn(double X, double Y) { return X + Y; }
inline double __dmul_rn(double X, double Y) { return X * Y; }
inline double __fma_rn(double X, double Y, double Z) { return fma(X, Y, Z); }

//===-- Conversions -------------------------------------------------------===//

template <typename To, typename From> inline To cudapipeBitCast(From V) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To Result;
  std::memcpy(&Result, &V, sizeof(To));
  return Result;
}
inline int __float_as_int(float V) { return cudapipeBitCast<int>(V); }
inline unsigned __float_as_uint(float V) {
  return cudapipeBitCast<unsigned>(V);
}
inline float __int_as_float(int V) { return cudapipeBitCast<float>(V); }
inline float __uint_as_float(unsigned V) { return cudapipeBitCast<float>(V); }
inline long long __double_as_longlong(double V) {
  return cudapipeBitCast<long long>(V);
}
inline double __longlong_as_double(long long V) {
  return cudapipeBitCast<double>(V);
}
inline int __float2int_rn(float V) { return static_cast<int>(nearbyintf(V)); }
inline int __float2int_rz(float V) { return static_cast<int>(V); }
inline int __float2int_rd(float V) { return static_cast<int>(floorf(V)); }
inline int __float2int_ru(float V) { return static_cast<int>(ceilf(V)); }
inline unsigned __float2uint_rn(float V) {
  return static_cast<unsigned>(nearbyintf(V));
}
inline unsigned __float2uint_rz(float V) { return static_cast<unsigned>(V); }
inline float __int2float_rn(int V) { return static_cast<float>(V); }
inline float __uint2float_rn(unsigned V) { return static_cast<float>(V); }
inline float __double2float_rn(double V) { return static_cast<float>(V); }

//===-- Integers ----------------------------------------------------------===//

inline int __popc(unsigned V) { return __builtin_popcount(V); }
inline int __popcll(unsigned long long V) { return __builtin_popcountll(V); }
inline int __clz(int V) {
  return V ? __builtin_clz(static_cast<unsigned>(V)) : 32;
}
inline int __clzll(long long V) {
  return V ? __builtin_clzll(static_cast<unsigned long long>(V)) : 64;
}
inline int __ffs(int V) { return __builtin_ffs(V); }
inline int __ffsll(long long V) { return __builtin_ffsll(V); }
inline unsigned __brev(unsigned V) { return __builtin_bitreverse32(V); }
inline int __mul24(int A, int B) { return (A << 8 >> 8) * (B << 8 >> 8); }
inline unsigned __umul24(unsigned A, unsigned B) {
  return (A & 0xffffff) * (B & 0xffffff);
}
inline int __mulhi(int A, int B) {
  return static_cast<int>(static_cast<long long>(A) * B >> 32);
}
inline unsigned __umulhi(unsigned A, unsigned B) {
  return static_cast<unsigned>(static_cast<unsigned long long>(A) * B >> 32);
}
inline long long __mul64hi(long long A, long long B) {
  return static_cast<long long>(static_cast<__int128>(A) * B >> 64);
}
inline unsigned long long __umul64hi(unsigned long long A,
                                     unsigned long long B) {
  return static_cast<unsigned long long>(
      static_cast<unsigned __int128>(A) * B >> 64);
}
inline unsigned __sad(int A, int B, unsigned C) {
  return static_cast<unsigned>(A > B ? A - B : B - A) + C;
}
inline unsigned __funnelshift_l(unsigned Low, unsigned High, unsigned Shift) {
  Shift &= 31;
  return Shift ? High << Shift | Low >> (32 - Shift) : High;
}
inline unsigned __funnelshift_r(unsigned Low, unsigned High, unsigned Shift) {
  Shift &= 31;
  return Shift ? Low >> Shift | High << (32 - Shift) : Low;
}
inline unsigned __byte_perm(unsigned X, unsigned Y, unsigned Selector) {
  uint64_t Bytes = static_cast<uint64_t>(Y) << 32 | X;
  unsigned Result = 0;
  for (int I = 0; I < 4; ++I) {
    unsigned Which = Selector >> (4 * I) & 15;
    unsigned Byte = static_cast<unsigned>(Bytes >> (8 * (Which & 7))) & 0xff;
    if (Which & 8) // Replicate the sign.
      Byte = Byte & 0x80 ? 0xff : 0;
    Result |= Byte << (8 * I);
  }
  return Result;
}

namespace cudapipe::executor {
template <typename A, typename B, typename C>
inline C dotOfBytes(unsigned X, unsigned Y, C Sum) {
  for (int I = 0; I < 4; ++I)
    Sum += static_cast<C>(static_cast<A>(X >> (8 * I))) *
           static_cast<C>(static_cast<B>(Y >> (8 * I)));
  return Sum;
}
} // namespace cudapipe::executor

inline int __dp4a(int A, int B, int C) {
  return cudapipe::executor::dotOfBytes<int8_t, int8_t>(
      static_cast<unsigned>(A), static_cast<unsigned>(B), C);
}
inline unsigned __dp4a(unsigned A, unsigned B, unsigned C) {
  return cudapipe::executor::dotOfBytes<uint8_t, uint8_t>(A, B, C);
}
inline int __dp4a(char4 A, char4 B, int C) {
  return __dp4a(cudapipeBitCast<int>(A), cudapipeBitCast<int>(B), C);
}
inline unsigned __dp4a(uchar4 A, uchar4 B, unsigned C) {
  return __dp4a(cudapipeBitCast<unsigned>(A), cudapipeBitCast<unsigned>(B), C);
}

#endif
