//===- CLibrary.h - The C library functions that nvcc makes visible -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// printf, malloc, memcpy and their like: once for the device, once for the
// host. Clang tells the two apart by their target, and a later <stdlib.h> only
// repeats the host ones.
// Rule: CUDA C++ Programming Guide, "Formatted Output", "Dynamic Global Memory
// Allocation and Operations", "Assertion".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMBEDDED_CLIBRARY_H
#define CUDAPIPE_EMBEDDED_CLIBRARY_H
#pragma clang system_header

typedef __INT8_TYPE__ int8_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __INT16_TYPE__ int16_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#if defined(__linux__)
typedef long clock_t;
typedef long time_t;
#endif
#ifndef INT_MAX
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define LLONG_MAX __LONG_LONG_MAX__
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#endif
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
#define assert(e)                                                              \
  ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

extern "C" {
__device__ int printf(const char *format, ...);
__device__ int vprintf(const char *format, const char *arguments);
__device__ void *malloc(size_t size);
__device__ void free(void *p);
__device__ void *__nv_aligned_device_malloc(size_t size, size_t align);
__device__ void *memcpy(void *to, const void *from, size_t size);
__device__ void *memmove(void *to, const void *from, size_t size);
__device__ void *memset(void *to, int value, size_t size);
__device__ int memcmp(const void *a, const void *b, size_t size);
__device__ size_t strlen(const char *s);
__device__ int strcmp(const char *a, const char *b);
__device__ void __assert_fail(const char *expression, const char *file,
                              unsigned line, const char *function)
    __attribute__((noreturn));
__device__ void __assertfail(const char *expression, const char *file,
                             unsigned line, const char *function,
                             size_t char_size) __attribute__((noreturn));

int printf(const char *format, ...);
void __assert_fail(const char *expression, const char *file, unsigned line,
                   const char *function) noexcept(true)
    __attribute__((noreturn));
void *malloc(size_t size) noexcept(true);
void *calloc(size_t count, size_t size) noexcept(true);
void *realloc(void *p, size_t size) noexcept(true);
void free(void *p) noexcept(true);
void *memcpy(void *to, const void *from, size_t size) noexcept(true);
void *memmove(void *to, const void *from, size_t size) noexcept(true);
void *memset(void *to, int value, size_t size) noexcept(true);
void exit(int status) noexcept(true) __attribute__((noreturn));
void abort() noexcept(true) __attribute__((noreturn));
int atoi(const char *s) noexcept(true);
double atof(const char *s) noexcept(true);
int rand() noexcept(true);
void srand(unsigned seed) noexcept(true);
size_t strlen(const char *s) noexcept(true);
int strcmp(const char *a, const char *b) noexcept(true);
char *strcpy(char *to, const char *from) noexcept(true);
#if defined(__linux__)
time_t time(time_t *t) noexcept(true);
clock_t clock() noexcept(true);
#endif
}

#endif // CUDAPIPE_EMBEDDED_CLIBRARY_H
