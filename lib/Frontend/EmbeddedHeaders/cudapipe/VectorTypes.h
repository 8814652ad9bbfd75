//===- cudapipe/VectorTypes.h - Built-in vector types and dim3 --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// char1 ... double4 with the alignment that makes a vector access one
// instruction, and their make_ functions.
// Rule: CUDA C++ Programming Guide, table "Alignment Requirements of Vector
// Types"; the _16a and _32a forms are new in CUDA 13.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_VECTORTYPES_H
#define CUDAPIPE_EMBEDDED_VECTORTYPES_H
#pragma clang system_header

#define __CUDAPIPE_VEC1(T, V)                                                  \
  struct V { T x; };                                                           \
  __CUDAPIPE_HD V make_##V(T x);

#define __CUDAPIPE_VEC2(T, V, ALIGN)                                           \
  struct __attribute__((aligned(ALIGN))) V { T x, y; };                        \
  __CUDAPIPE_HD V make_##V(T x, T y);

#define __CUDAPIPE_VEC3(T, V)                                                  \
  struct V { T x, y, z; };                                                     \
  __CUDAPIPE_HD V make_##V(T x, T y, T z);

#define __CUDAPIPE_VEC4(T, V, ALIGN)                                           \
  struct __attribute__((aligned(ALIGN))) V { T x, y, z, w; };                  \
  __CUDAPIPE_HD V make_##V(T x, T y, T z, T w);

#define __CUDAPIPE_VEC(T, V, ALIGN2, ALIGN4)                                   \
  __CUDAPIPE_VEC1(T, V##1)                                                     \
  __CUDAPIPE_VEC2(T, V##2, ALIGN2)                                             \
  __CUDAPIPE_VEC3(T, V##3)                                                     \
  __CUDAPIPE_VEC4(T, V##4, ALIGN4)

__CUDAPIPE_VEC(signed char, char, 2, 4)
__CUDAPIPE_VEC(unsigned char, uchar, 2, 4)
__CUDAPIPE_VEC(short, short, 4, 8)
__CUDAPIPE_VEC(unsigned short, ushort, 4, 8)
__CUDAPIPE_VEC(int, int, 8, 16)
__CUDAPIPE_VEC(unsigned int, uint, 8, 16)
__CUDAPIPE_VEC(long, long, 2 * sizeof(long), 16)
__CUDAPIPE_VEC(unsigned long, ulong, 2 * sizeof(long), 16)
__CUDAPIPE_VEC(long long, longlong, 16, 16)
__CUDAPIPE_VEC(unsigned long long, ulonglong, 16, 16)
__CUDAPIPE_VEC(float, float, 8, 16)
__CUDAPIPE_VEC(double, double, 16, 16)

#define __CUDAPIPE_VEC4_WIDE(T, V)                                             \
  __CUDAPIPE_VEC4(T, V##4_16a, 16)                                             \
  __CUDAPIPE_VEC4(T, V##4_32a, 32)

__CUDAPIPE_VEC4_WIDE(long, long)
__CUDAPIPE_VEC4_WIDE(unsigned long, ulong)
__CUDAPIPE_VEC4_WIDE(long long, longlong)
__CUDAPIPE_VEC4_WIDE(unsigned long long, ulonglong)
__CUDAPIPE_VEC4_WIDE(double, double)

#undef __CUDAPIPE_VEC4_WIDE
#undef __CUDAPIPE_VEC
#undef __CUDAPIPE_VEC4
#undef __CUDAPIPE_VEC3
#undef __CUDAPIPE_VEC2
#undef __CUDAPIPE_VEC1

struct dim3 {
  unsigned int x, y, z;
  __CUDAPIPE_HD constexpr dim3(unsigned int x = 1, unsigned int y = 1,
                               unsigned int z = 1)
      : x(x), y(y), z(z) {}
  __CUDAPIPE_HD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __CUDAPIPE_HD constexpr operator uint3() const { return uint3{x, y, z}; }
};

// The names of glibc's <sys/types.h>, which nvcc always brings along.
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;

#endif // CUDAPIPE_EMBEDDED_VECTORTYPES_H
