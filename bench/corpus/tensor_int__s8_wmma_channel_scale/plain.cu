// W8A8 linear layer: int8 tensor cores, 64 x 64 x 64 and four warps; a scale
// for each token and each output channel turns the sums into half.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#define W8_BM 64
#define W8_BN 64
#define W8_BK 64
#define W8_LD (W8_BK + 16)

__global__ void w8a8_linear(const signed char *__restrict__ x,
                            const signed char *__restrict__ w,
                            const float *__restrict__ x_scale,
                            const float *__restrict__ w_scale,
                            half *__restrict__ y, int M, int N, int K) {
  __shared__ __align__(32) signed char sx[W8_BM][W8_LD];
  __shared__ __align__(32) signed char sw[W8_BN][W8_LD];
  __shared__ __align__(32) int out[W8_BM][W8_BN + 4];

  const int warp = threadIdx.x >> 5;
  const int wm = (warp >> 1) * 32, wn = (warp & 1) * 32;
  const int bm = blockIdx.y * W8_BM, bn = blockIdx.x * W8_BN;
  const int lr = threadIdx.x / 4, lc = threadIdx.x % 4 * 16;

  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 2; j++)
      wmma::fill_fragment(acc[i][j], 0);

  for (int k0 = 0; k0 < K; k0 += W8_BK) {
    *(int4 *)&sx[lr][lc] = *(const int4 *)&x[(size_t)(bm + lr) * K + k0 + lc];
    *(int4 *)&sx[lr + 32][lc] =
        *(const int4 *)&x[(size_t)(bm + lr + 32) * K + k0 + lc];
    *(int4 *)&sw[lr][lc] = *(const int4 *)&w[(size_t)(bn + lr) * K + k0 + lc];
    *(int4 *)&sw[lr + 32][lc] =
        *(const int4 *)&w[(size_t)(bn + lr + 32) * K + k0 + lc];
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < W8_BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major>
          a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major>
          b[2];
#pragma unroll
      for (int i = 0; i < 2; i++) {
        wmma::load_matrix_sync(a[i], &sx[wm + i * 16][kk], W8_LD);
        wmma::load_matrix_sync(b[i], &sw[wn + i * 16][kk], W8_LD);
      }
#pragma unroll
      for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 2; j++)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(&out[wm + i * 16][wn + j * 16], acc[i][j],
                              W8_BN + 4, wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < W8_BM * W8_BN; i += 128) {
    const int r = i / W8_BN, c = i % W8_BN;
    const float v = (float)out[r][c] * x_scale[bm + r] * w_scale[bn + c];
    y[(size_t)(bm + r) * N + bn + c] = __float2half(v * 1e-2f);
  }
}

extern "C" void launch(const signed char *x, const signed char *w,
                       const float *x_scale, const float *w_scale, half *y,
                       int M, int N, int K) {
  w8a8_linear<<<dim3(N / W8_BN, M / W8_BM), 128>>>(x, w, x_scale, w_scale, y, M,
                                                   N, K);
}
