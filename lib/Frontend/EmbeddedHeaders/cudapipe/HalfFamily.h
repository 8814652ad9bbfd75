//===- cudapipe/HalfFamily.h - What fp16 and bf16 have in common ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One macro a topic; cuda_fp16.h calls each with (half, __half, __half2) and
// cuda_bf16.h with (bfloat16, __nv_bfloat16, __nv_bfloat162). N is the word in
// the conversion functions' names, H the scalar, H2 the pair.
// Rule: CUDA Math API Reference, "Half Precision Intrinsics" and "Bfloat16
// Precision Intrinsics".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_HALFFAMILY_H
#define CUDAPIPE_EMBEDDED_HALFFAMILY_H
#pragma clang system_header

// The scalar: two bytes, trivially copyable, converts to and from everything.
#define __CUDAPIPE_HALF_TYPE(H, RAW)                                           \
  struct __attribute__((aligned(2))) RAW { unsigned short x; };                \
  struct __attribute__((aligned(2))) H {                                       \
    H() = default;                                                             \
    __CUDAPIPE_HD constexpr H(const RAW &raw) : __x(raw.x) {}                  \
    __CUDAPIPE_HD H(float);                                                    \
    __CUDAPIPE_HD H(double);                                                   \
    __CUDAPIPE_HD H(short);                                                    \
    __CUDAPIPE_HD H(unsigned short);                                           \
    __CUDAPIPE_HD H(int);                                                      \
    __CUDAPIPE_HD H(unsigned);                                                 \
    __CUDAPIPE_HD H(long);                                                     \
    __CUDAPIPE_HD H(unsigned long);                                            \
    __CUDAPIPE_HD H(long long);                                                \
    __CUDAPIPE_HD H(unsigned long long);                                       \
    __CUDAPIPE_HD H &operator=(const RAW &);                                   \
    __CUDAPIPE_HD H &operator=(float);                                         \
    __CUDAPIPE_HD H &operator=(double);                                        \
    __CUDAPIPE_HD H &operator=(short);                                         \
    __CUDAPIPE_HD H &operator=(unsigned short);                                \
    __CUDAPIPE_HD H &operator=(int);                                           \
    __CUDAPIPE_HD H &operator=(unsigned);                                      \
    __CUDAPIPE_HD H &operator=(long long);                                     \
    __CUDAPIPE_HD H &operator=(unsigned long long);                            \
    __CUDAPIPE_HD operator RAW() const;                                        \
    __CUDAPIPE_HD operator float() const;                                      \
    __CUDAPIPE_HD operator short() const;                                      \
    __CUDAPIPE_HD operator unsigned short() const;                             \
    __CUDAPIPE_HD operator int() const;                                        \
    __CUDAPIPE_HD operator unsigned() const;                                   \
    __CUDAPIPE_HD operator long() const;                                       \
    __CUDAPIPE_HD operator unsigned long() const;                              \
    __CUDAPIPE_HD operator long long() const;                                  \
    __CUDAPIPE_HD operator unsigned long long() const;                         \
    __CUDAPIPE_HD operator signed char() const;                                \
    __CUDAPIPE_HD operator unsigned char() const;                              \
    __CUDAPIPE_HD operator char() const;                                       \
    __CUDAPIPE_HD operator bool() const;                                       \
    unsigned short __x;                                                        \
  };

// The pair: one 32-bit word.
#define __CUDAPIPE_HALF2_TYPE(H, H2, RAW2)                                     \
  struct __attribute__((aligned(4))) RAW2 { unsigned short x, y; };            \
  struct __attribute__((aligned(4))) H2 {                                      \
    H2() = default;                                                            \
    __CUDAPIPE_HD constexpr H2(const H &low, const H &high)                    \
        : x(low), y(high) {}                                                   \
    __CUDAPIPE_HD H2(const RAW2 &);                                            \
    __CUDAPIPE_HD operator RAW2() const;                                       \
    H x, y;                                                                    \
  };

#define __CUDAPIPE_HALF_OPERATORS(T)                                           \
  __CUDAPIPE_HD T operator+(const T &, const T &),                             \
      operator-(const T &, const T &), operator*(const T &, const T &),        \
      operator/(const T &, const T &), operator+(const T &),                   \
      operator-(const T &), operator++(T &, int), operator--(T &, int);        \
  __CUDAPIPE_HD T &operator+=(T &, const T &), &operator-=(T &, const T &),    \
      &operator*=(T &, const T &), &operator/=(T &, const T &),                \
      &operator++(T &), &operator--(T &);                                      \
  __CUDAPIPE_HD bool operator==(const T &, const T &),                         \
      operator!=(const T &, const T &), operator<(const T &, const T &),       \
      operator>(const T &, const T &), operator<=(const T &, const T &),       \
      operator>=(const T &, const T &);

// The signatures of the lists below, by type as in FunctionTypes.h.
#define __CUDAPIPE_HALF_SIGNATURES(H, H2)                                      \
  typedef H __cudapipe_1##H(H);                                                \
  typedef H __cudapipe_2##H(H, H);                                             \
  typedef H __cudapipe_3##H(H, H, H);                                          \
  typedef H2 __cudapipe_1##H2(H2);                                             \
  typedef H2 __cudapipe_2##H2(H2, H2);                                         \
  typedef H2 __cudapipe_3##H2(H2, H2, H2);                                     \
  typedef bool __cudapipe_test##H(H, H);                                       \
  typedef bool __cudapipe_test##H2(H2, H2);                                    \
  typedef unsigned __cudapipe_mask##H2(H2, H2);

#define __CUDAPIPE_HALF_ARITHMETIC(H, H2)                                      \
  __CUDAPIPE_HD __cudapipe_1##H __hneg, __habs;                                \
  __CUDAPIPE_HD __cudapipe_2##H __hadd, __hsub, __hmul, __hdiv, __hadd_rn,     \
      __hsub_rn, __hmul_rn, __hadd_sat, __hsub_sat, __hmul_sat, __hmax,        \
      __hmin, __hmax_nan, __hmin_nan;                                          \
  __CUDAPIPE_HD __cudapipe_3##H __hfma, __hfma_sat;                            \
  __device__ __cudapipe_3##H __hfma_relu;                                      \
  __CUDAPIPE_HD __cudapipe_1##H2 __hneg2, __habs2;                             \
  __CUDAPIPE_HD __cudapipe_2##H2 __hadd2, __hsub2, __hmul2, __h2div,           \
      __hadd2_rn, __hsub2_rn, __hmul2_rn, __hadd2_sat, __hsub2_sat,            \
      __hmul2_sat, __hmax2, __hmin2, __hmax2_nan, __hmin2_nan;                 \
  __CUDAPIPE_HD __cudapipe_3##H2 __hfma2, __hfma2_sat, __hcmadd;               \
  __device__ __cudapipe_3##H2 __hfma2_relu;

#define __CUDAPIPE_HALF_COMPARE(H, H2)                                         \
  __CUDAPIPE_HD __cudapipe_test##H __heq, __hne, __hle, __hge, __hlt, __hgt,   \
      __hequ, __hneu, __hleu, __hgeu, __hltu, __hgtu;                          \
  __CUDAPIPE_HD bool __hisnan(H);                                              \
  __CUDAPIPE_HD int __hisinf(H);                                               \
  __CUDAPIPE_HD __cudapipe_2##H2 __heq2, __hne2, __hle2, __hge2, __hlt2,       \
      __hgt2, __hequ2, __hneu2, __hleu2, __hgeu2, __hltu2, __hgtu2;            \
  __CUDAPIPE_HD __cudapipe_1##H2 __hisnan2;                                    \
  __CUDAPIPE_HD __cudapipe_mask##H2 __heq2_mask, __hne2_mask, __hle2_mask,     \
      __hge2_mask, __hlt2_mask, __hgt2_mask;                                   \
  __CUDAPIPE_HD __cudapipe_test##H2 __hbeq2, __hbne2, __hble2, __hbge2,        \
      __hblt2, __hbgt2, __hbequ2, __hbneu2, __hbleu2, __hbgeu2, __hbltu2,      \
      __hbgtu2;

#define __CUDAPIPE_HALF_MATH(H, H2)                                            \
  __device__ __cudapipe_1##H hceil, hfloor, htrunc, hrint, hcos, hsin, hexp,   \
      hexp2, hexp10, hlog, hlog2, hlog10, hsqrt, hrsqrt, hrcp, htanh,          \
      htanh_approx;                                                            \
  __device__ __cudapipe_1##H2 h2ceil, h2floor, h2trunc, h2rint, h2cos, h2sin,  \
      h2exp, h2exp2, h2exp10, h2log, h2log2, h2log10, h2sqrt, h2rsqrt, h2rcp,  \
      h2tanh, h2tanh_approx;

// Loads, stores and atomics are templates (CacheHints.h, Atomics.h); shuffles
// are __CUDAPIPE_SHUFFLES (WarpFunctions.h).

#define __CUDAPIPE_HALF_FROM(N, H, T, FROM)                                    \
  typedef H __cudapipe_##FROM##2##N(T);                                        \
  __CUDAPIPE_HD __cudapipe_##FROM##2##N __CUDAPIPE_ROUNDED(__##FROM##2##N);
#define __CUDAPIPE_HALF_TO(N, H, T, TO)                                        \
  typedef T __cudapipe_##N##2##TO(H);                                          \
  __CUDAPIPE_HD __cudapipe_##N##2##TO __CUDAPIPE_ROUNDED(__##N##2##TO);
#define __CUDAPIPE_HALF_INTEGER(N, H, T, WORD)                                 \
  __CUDAPIPE_HALF_FROM(N, H, T, WORD)                                          \
  __CUDAPIPE_HALF_TO(N, H, T, WORD)

#define __CUDAPIPE_HALF_CONVERSIONS(N, H, H2)                                  \
  __CUDAPIPE_HD H __float2##N(float), __double2##N(double);                    \
  __CUDAPIPE_HD float __##N##2float(H);                                        \
  __CUDAPIPE_HALF_FROM(N, H, float, float)                                     \
  __CUDAPIPE_HALF_INTEGER(N, H, int, int)                                      \
  __CUDAPIPE_HALF_INTEGER(N, H, unsigned, uint)                                \
  __CUDAPIPE_HALF_INTEGER(N, H, short, short)                                  \
  __CUDAPIPE_HALF_INTEGER(N, H, unsigned short, ushort)                        \
  __CUDAPIPE_HALF_INTEGER(N, H, long long, ll)                                 \
  __CUDAPIPE_HALF_INTEGER(N, H, unsigned long long, ull)                       \
  __CUDAPIPE_HD signed char __##N##2char_rz(H);                                \
  __CUDAPIPE_HD unsigned char __##N##2uchar_rz(H);                             \
  __CUDAPIPE_HD short __##N##_as_short(H);                                     \
  __CUDAPIPE_HD unsigned short __##N##_as_ushort(H);                           \
  __CUDAPIPE_HD H __short_as_##N(short), __ushort_as_##N(unsigned short);      \
  __CUDAPIPE_HD H2 __float2##N##2_rn(float),                                   \
      __floats2##N##2_rn(float low, float high), __float22##N##2_rn(float2),   \
      __##N##2##N##2(H), __halves2##N##2(H low, H high),                       \
      __low2##N##2(H2), __high2##N##2(H2), __lows2##N##2(H2, H2),              \
      __highs2##N##2(H2, H2), __lowhigh2highlow(H2);                           \
  __CUDAPIPE_HD H __low2##N(H2), __high2##N(H2);                               \
  __CUDAPIPE_HD float2 __##N##22float2(H2);                                    \
  __CUDAPIPE_HD float __low2float(H2), __high2float(H2);

#endif // CUDAPIPE_EMBEDDED_HALFFAMILY_H
