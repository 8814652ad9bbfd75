//===- cudapipe/HalfFamily.h - What fp16 and bf16 have in common --*- C++ -*-===//
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
    __CUDAPIPE_HD H2 &operator=(const RAW2 &);                                 \
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

#define __CUDAPIPE_HALF_ARITHMETIC(H, H2)                                      \
  __CUDAPIPE_HD H __hadd(H, H), __hsub(H, H), __hmul(H, H), __hdiv(H, H),      \
      __hadd_rn(H, H), __hsub_rn(H, H), __hmul_rn(H, H), __hadd_sat(H, H),     \
      __hsub_sat(H, H), __hmul_sat(H, H), __hfma(H, H, H),                     \
      __hfma_sat(H, H, H), __hneg(H), __habs(H), __hmax(H, H), __hmin(H, H),   \
      __hmax_nan(H, H), __hmin_nan(H, H);                                      \
  __device__ H __hfma_relu(H, H, H);                                           \
  __CUDAPIPE_HD H2 __hadd2(H2, H2), __hsub2(H2, H2), __hmul2(H2, H2),          \
      __h2div(H2, H2), __hadd2_rn(H2, H2), __hsub2_rn(H2, H2),                 \
      __hmul2_rn(H2, H2), __hadd2_sat(H2, H2), __hsub2_sat(H2, H2),            \
      __hmul2_sat(H2, H2), __hfma2(H2, H2, H2), __hfma2_sat(H2, H2, H2),       \
      __hneg2(H2), __habs2(H2), __hmax2(H2, H2), __hmin2(H2, H2),              \
      __hmax2_nan(H2, H2), __hmin2_nan(H2, H2), __hcmadd(H2, H2, H2);          \
  __device__ H2 __hfma2_relu(H2, H2, H2);

#define __CUDAPIPE_HALF_COMPARE(H, H2)                                         \
  __CUDAPIPE_HD bool __heq(H, H), __hne(H, H), __hle(H, H), __hge(H, H),       \
      __hlt(H, H), __hgt(H, H), __hequ(H, H), __hneu(H, H), __hleu(H, H),      \
      __hgeu(H, H), __hltu(H, H), __hgtu(H, H), __hisnan(H);                   \
  __CUDAPIPE_HD int __hisinf(H);                                               \
  __CUDAPIPE_HD H2 __heq2(H2, H2), __hne2(H2, H2), __hle2(H2, H2),             \
      __hge2(H2, H2), __hlt2(H2, H2), __hgt2(H2, H2), __hequ2(H2, H2),         \
      __hneu2(H2, H2), __hleu2(H2, H2), __hgeu2(H2, H2), __hltu2(H2, H2),      \
      __hgtu2(H2, H2), __hisnan2(H2);                                          \
  __CUDAPIPE_HD unsigned __heq2_mask(H2, H2), __hne2_mask(H2, H2),             \
      __hle2_mask(H2, H2), __hge2_mask(H2, H2), __hlt2_mask(H2, H2),           \
      __hgt2_mask(H2, H2);                                                     \
  __CUDAPIPE_HD bool __hbeq2(H2, H2), __hbne2(H2, H2), __hble2(H2, H2),        \
      __hbge2(H2, H2), __hblt2(H2, H2), __hbgt2(H2, H2), __hbequ2(H2, H2),     \
      __hbneu2(H2, H2), __hbleu2(H2, H2), __hbgeu2(H2, H2),                    \
      __hbltu2(H2, H2), __hbgtu2(H2, H2);

#define __CUDAPIPE_HALF_MATH(H, H2)                                            \
  __device__ H hceil(H), hfloor(H), htrunc(H), hrint(H), hcos(H), hsin(H),     \
      hexp(H), hexp2(H), hexp10(H), hlog(H), hlog2(H), hlog10(H), hsqrt(H),    \
      hrsqrt(H), hrcp(H), htanh(H), htanh_approx(H);                           \
  __device__ H2 h2ceil(H2), h2floor(H2), h2trunc(H2), h2rint(H2), h2cos(H2),   \
      h2sin(H2), h2exp(H2), h2exp2(H2), h2exp10(H2), h2log(H2), h2log2(H2),    \
      h2log10(H2), h2sqrt(H2), h2rsqrt(H2), h2rcp(H2), h2tanh(H2),             \
      h2tanh_approx(H2);

// Loads, stores and atomics are templates (CacheHints.h, Atomics.h), shuffles are
// __CUDAPIPE_SHUFFLES (WarpFunctions.h).

#define __CUDAPIPE_HALF_FROM(N, H, T, FROM)                                    \
  __CUDAPIPE_HD H __##FROM##2##N##_rn(T), __##FROM##2##N##_rz(T),              \
      __##FROM##2##N##_ru(T), __##FROM##2##N##_rd(T);
#define __CUDAPIPE_HALF_TO(N, H, T, TO)                                        \
  __CUDAPIPE_HD T __##N##2##TO##_rn(H), __##N##2##TO##_rz(H),                  \
      __##N##2##TO##_ru(H), __##N##2##TO##_rd(H);
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
