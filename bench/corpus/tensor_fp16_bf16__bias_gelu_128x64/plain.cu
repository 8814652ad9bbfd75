// A linear layer with bias and GELU: half, sums in float, 128 x 64 x 32 a block
// of (32, 4) threads. The epilogue passes 16 x 16 results at a time through
// shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

#define TILE_M 128
#define TILE_N 64
#define TILE_K 32
#define LD (TILE_K + 8)

__device__ __forceinline__ float gelu_tanh(float v) {
  const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
  return 0.5f * v * (1.0f + tanhf(u));
}

__global__ void linear_gelu(const half *__restrict__ x,
                            const half *__restrict__ w,
                            const half *__restrict__ bias,
                            half *__restrict__ out, int M, int N, int K) {
  __shared__ __align__(16) half xs[TILE_M * LD];
  __shared__ __align__(16) half ws[TILE_N * LD];
  __shared__ __align__(16) float patch[4][16 * 16];

  const int lane = threadIdx.x, warp = threadIdx.y;
  const int tid = warp * 32 + lane;
  const int m0 = blockIdx.x * TILE_M, n0 = blockIdx.y * TILE_N;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
      wmma::fill_fragment(acc[i][j], 0.f);

  for (int k0 = 0; k0 < K; k0 += TILE_K) {
    // A row of the tile is four uint4.
    for (int i = tid; i < TILE_M * 4; i += 128) {
      const int r = i >> 2, c = (i & 3) * 8;
      uint4 v = {0u, 0u, 0u, 0u};
      if (m0 + r < M)
        v = *(const uint4 *)(x + (size_t)(m0 + r) * K + k0 + c);
      *(uint4 *)(xs + r * LD + c) = v;
    }
    for (int i = tid; i < TILE_N * 4; i += 128) {
      const int r = i >> 2, c = (i & 3) * 8;
      *(uint4 *)(ws + r * LD + c) =
          *(const uint4 *)(w + (size_t)(n0 + r) * K + k0 + c);
    }
    __syncthreads();

    for (int kk = 0; kk < TILE_K; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
#pragma unroll
      for (int i = 0; i < 2; i++)
        wmma::load_matrix_sync(a[i], xs + (warp * 32 + i * 16) * LD + kk, LD);
#pragma unroll
      for (int j = 0; j < 4; j++) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
        wmma::load_matrix_sync(b, ws + j * 16 * LD + kk, LD);
#pragma unroll
        for (int i = 0; i < 2; i++)
          wmma::mma_sync(acc[i][j], a[i], b, acc[i][j]);
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 4; j++) {
      wmma::store_matrix_sync(patch[warp], acc[i][j], 16, wmma::mem_row_major);
      __syncwarp();
      for (int e = lane; e < 256; e += 32) {
        const int m = m0 + warp * 32 + i * 16 + e / 16, n = n0 + j * 16 + e % 16;
        if (m < M)
          out[(size_t)m * N + n] =
              __float2half(gelu_tanh(patch[warp][e] + __half2float(bias[n])));
      }
      __syncwarp();
    }
}

extern "C" void launch(const half *x, const half *w, const half *bias,
                       half *out, int M, int N, int K) {
  dim3 grid((M + TILE_M - 1) / TILE_M, N / TILE_N);
  linear_gelu<<<grid, dim3(32, 4)>>>(x, w, bias, out, M, N, K);
}
