// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// num_elements of every kind of fragment.

#include <mma.h>
using namespace nvcuda::wmma;

#define ELEMENTS(N, ...)                                                       \
  static_assert(fragment<__VA_ARGS__>::num_elements == N, #__VA_ARGS__)
ELEMENTS(16, matrix_a, 16, 16, 16, half, row_major);
ELEMENTS(16, matrix_b, 32, 8, 16, half, col_major);
ELEMENTS(16, matrix_a, 8, 32, 16, half, row_major);
ELEMENTS(8, accumulator, 16, 16, 16, half);
ELEMENTS(8, accumulator, 32, 8, 16, float);
ELEMENTS(8, matrix_a, 16, 16, 16, signed char, row_major);
ELEMENTS(4, matrix_b, 32, 8, 16, unsigned char, row_major);
ELEMENTS(8, accumulator, 8, 32, 16, int);
ELEMENTS(8, matrix_a, 16, 16, 16, __nv_bfloat16, row_major);
ELEMENTS(4, matrix_b, 32, 8, 16, __nv_bfloat16, row_major);
ELEMENTS(4, matrix_a, 16, 16, 8, precision::tf32, row_major);
ELEMENTS(8, accumulator, 16, 16, 8, float);
ELEMENTS(1, matrix_a, 8, 8, 4, double, row_major);
ELEMENTS(2, accumulator, 8, 8, 4, double);
ELEMENTS(8, matrix_a, 8, 8, 32, experimental::precision::u4, row_major);
ELEMENTS(32, matrix_b, 8, 8, 128, experimental::precision::b1, col_major);
ELEMENTS(2, accumulator, 8, 8, 128, int);
static_assert(sizeof(fragment<matrix_a, 8, 8, 32, experimental::precision::s4,
                              row_major>) == 8, "");
static_assert(sizeof(fragment<accumulator, 16, 16, 16, float>) == 32, "");
