// A tall matrix times 32 columns with bias and GELU, tf32: 128 rows a block of
// four warps, the depth in tiles of 32; rows behind the end are zeros.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <mma.h>

using namespace nvcuda;

#define ROWS 128
#define COLS 32
#define DEPTH 32
#define PITCH (DEPTH + 4)

typedef wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                       wmma::row_major>
    frag_a;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                       wmma::row_major>
    frag_b;
typedef wmma::fragment<wmma::accumulator, 16, 16, 8, float> frag_c;

static __device__ float gelu(float x) {
  return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

__global__ __launch_bounds__(128) void skinny_linear_gelu(
    const float *__restrict__ x, const float *__restrict__ w,
    const float *__restrict__ bias, float *__restrict__ y, int rows,
    int depth) {
  extern __shared__ __align__(32) float smem[];
  float *xs = smem;                  // ROWS x PITCH
  float *ws = smem + ROWS * PITCH;   // DEPTH x PITCH

  const int warp = threadIdx.x / 32;
  const int row0 = blockIdx.x * ROWS;

  frag_c c[2][2];
  for (int i = 0; i < 4; i++)
    wmma::fill_fragment(c[i >> 1][i & 1], 0.0f);

  for (int d = 0; d < depth; d += DEPTH) {
#pragma unroll
    for (int r = threadIdx.x / 8; r < ROWS; r += 16) {
      const int q = threadIdx.x % 8;
      float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      if (row0 + r < rows)
        v = reinterpret_cast<const float4 *>(
            x + (size_t)(row0 + r) * depth + d)[q];
      reinterpret_cast<float4 *>(xs + r * PITCH)[q] = v;
    }
#pragma unroll
    for (int r = threadIdx.x / 8; r < DEPTH; r += 16) {
      const int q = threadIdx.x % 8;
      reinterpret_cast<float4 *>(ws + r * PITCH)[q] =
          reinterpret_cast<const float4 *>(w + (size_t)(d + r) * COLS)[q];
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < DEPTH; k += 8) {
      frag_a a;
      frag_b b[2];
      for (int j = 0; j < 2; j++) {
        wmma::load_matrix_sync(b[j], ws + k * PITCH + 16 * j, PITCH);
        for (int e = 0; e < b[j].num_elements; e++)
          b[j].x[e] = wmma::__float_to_tf32(b[j].x[e]);
      }
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(a, xs + (warp * 32 + 16 * i) * PITCH + k, PITCH);
        for (int e = 0; e < a.num_elements; e++)
          a.x[e] = wmma::__float_to_tf32(a.x[e]);
        wmma::mma_sync(c[i][0], a, b[0], c[i][0]);
        wmma::mma_sync(c[i][1], a, b[1], c[i][1]);
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; i++)
    wmma::store_matrix_sync(
        xs + (warp * 32 + (i >> 1) * 16) * PITCH + (i & 1) * 16,
        c[i >> 1][i & 1], PITCH, wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < ROWS * COLS; i += 128)
    if (row0 + i / COLS < rows)
      y[(size_t)row0 * COLS + i] =
          gelu(xs[i / COLS * PITCH + i % COLS] + bias[i % COLS]);
}

extern "C" void launch(const float *x, const float *w, const float *bias,
                       float *y, int rows, int depth) {
  const size_t bytes = (ROWS + DEPTH) * PITCH * sizeof(float);
  skinny_linear_gelu<<<(rows + ROWS - 1) / ROWS, 128, bytes>>>(x, w, bias, y,
                                                               rows, depth);
}
