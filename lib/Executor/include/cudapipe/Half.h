//===- Half.h - __half and __nv_bfloat16 ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two types and their vectors.  The functions on them are the same for
// both and live in SixteenBitFunctions.inc, which this file includes twice.
// Default construction leaves them uninitialised, as in CUDA, so that they may
// be shared variables.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EXECUTOR_HALF_H
#define CUDAPIPE_EXECUTOR_HALF_H

#include "SmallFloats.h"
#include "VectorTypes.h"

namespace cudapipe::executor {
/// half has few enough values for a table, which makes decoding cheap.
inline float decodeHalf(uint16_t Bits) {
  static const float *Table = [] {
    float *T = new float[65536];
    for (uint32_t I = 0; I < 65536; ++I)
      T[I] = static_cast<float>(HalfFormat::decode(I));
    return T;
  }();
  return Table[Bits];
}
inline float decodeBFloat16(uint16_t Bits) {
  uint32_t Wide = static_cast<uint32_t>(Bits) << 16;
  float Value;
  std::memcpy(&Value, &Wide, 4);
  return Value;
}
} // namespace cudapipe::executor

struct __half_raw {
  unsigned short x;
};
struct __nv_bfloat16_raw {
  unsigned short x;
};

#define CUDAPIPE_SIXTEEN_BIT_TYPE(TYPE, FORMAT, DECODE)                        \
  struct __attribute__((aligned(2))) TYPE {                                    \
    unsigned short __x;                                                        \
                                                                               \
    TYPE() = default;                                                          \
    TYPE(float V) : __x(encode(V)) {}                                          \
    TYPE(double V) : __x(encode(V)) {}                                         \
    TYPE(int V) : __x(encode(V)) {}                                            \
    TYPE(unsigned V) : __x(encode(V)) {}                                       \
    TYPE(short V) : __x(encode(V)) {}                                          \
    TYPE(unsigned short V) : __x(encode(V)) {}                                 \
    TYPE(long V) : __x(encode(static_cast<double>(V))) {}                      \
    TYPE(unsigned long V) : __x(encode(static_cast<double>(V))) {}             \
    TYPE(long long V) : __x(encode(static_cast<double>(V))) {}                 \
    TYPE(unsigned long long V) : __x(encode(static_cast<double>(V))) {}        \
    constexpr TYPE(TYPE##_raw R) : __x(R.x) {}                                 \
    operator float() const { return cudapipe::executor::DECODE(__x); }         \
    operator TYPE##_raw() const { return {__x}; }                              \
    explicit operator bool() const { return (__x & 0x7fff) != 0; }             \
    TYPE &operator+=(TYPE V) { return *this = TYPE(float(*this) + float(V)); } \
    TYPE &operator-=(TYPE V) { return *this = TYPE(float(*this) - float(V)); } \
    TYPE &operator*=(TYPE V) { return *this = TYPE(float(*this) * float(V)); } \
    TYPE &operator/=(TYPE V) { return *this = TYPE(float(*this) / float(V)); } \
                                                                               \
  private:                                                                     \
    static unsigned short encode(double V) {                                   \
      return static_cast<unsigned short>(                                      \
          cudapipe::executor::FORMAT::encode(V));                              \
    }                                                                          \
  };                                                                           \
  struct __attribute__((aligned(4))) TYPE##2 {                                 \
    TYPE x, y;                                                                 \
    TYPE##2() = default;                                                       \
    TYPE##2(TYPE X, TYPE Y) : x(X), y(Y) {}                                    \
    CUDAPIPE_CHECK_ALIGNMENT(4)                                                \
  };
CUDAPIPE_SIXTEEN_BIT_TYPE(__half, HalfFormat, decodeHalf)
CUDAPIPE_SIXTEEN_BIT_TYPE(__nv_bfloat16, BFloat16Format, decodeBFloat16)
#undef CUDAPIPE_SIXTEEN_BIT_TYPE

using half = __half;
using nv_half = __half;
using __nv_half = __half;
using half2 = __half2;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define CUDAPIPE_TYPE __half
#define CUDAPIPE_TYPE2 __half2
#define CUDAPIPE_RAW __half_raw
#define CUDAPIPE_FORMAT HalfFormat
#define CUDAPIPE_NAME(BEFORE, AFTER) BEFORE##half##AFTER
#include "SixteenBitFunctions.inc"
#define CUDAPIPE_TYPE __nv_bfloat16
#define CUDAPIPE_TYPE2 __nv_bfloat162
#define CUDAPIPE_RAW __nv_bfloat16_raw
#define CUDAPIPE_FORMAT BFloat16Format
#define CUDAPIPE_NAME(BEFORE, AFTER) BEFORE##bfloat16##AFTER
#include "SixteenBitFunctions.inc"

inline __half __ushort_as_half(unsigned short Bits) { return __half_raw{Bits}; }
inline __half __short_as_half(short Bits) {
  return __half_raw{static_cast<unsigned short>(Bits)};
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short Bits) {
  return __nv_bfloat16_raw{Bits};
}
inline __nv_bfloat16 __short_as_bfloat16(short Bits) {
  return __nv_bfloat16_raw{static_cast<unsigned short>(Bits)};
}
inline float2 __half22float2(__half2 V) { return {float(V.x), float(V.y)}; }
inline __half2 __float22half2_rn(float2 V) { return {V.x, V.y}; }
inline __half2 __floats2half2_rn(float X, float Y) { return {X, Y}; }
inline __half2 __float2half2_rn(float V) { return {V, V}; }
inline __half2 __half2half2(__half V) { return {V, V}; }
inline __half2 __halves2half2(__half X, __half Y) { return {X, Y}; }
inline __half2 make_half2(__half X, __half Y) { return {X, Y}; }
inline __half __float2half(float V) { return V; }
inline __half __double2half(double V) { return V; }
inline float2 __bfloat1622float2(__nv_bfloat162 V) {
  return {float(V.x), float(V.y)};
}
inline __nv_bfloat162 __float22bfloat162_rn(float2 V) { return {V.x, V.y}; }
inline __nv_bfloat162 __floats2bfloat162_rn(float X, float Y) { return {X, Y}; }
inline __nv_bfloat162 __float2bfloat162_rn(float V) { return {V, V}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 V) { return {V, V}; }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 X, __nv_bfloat16 Y) {
  return {X, Y};
}
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 X, __nv_bfloat16 Y) {
  return {X, Y};
}
inline __nv_bfloat16 __float2bfloat16(float V) { return V; }
inline __nv_bfloat16 __double2bfloat16(double V) { return V; }

#endif
