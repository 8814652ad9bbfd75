// Distance product: D = min(C, A (x) B) in the (min, +) semiring, 64 x 64 x 16 a
// block, 4 x 4 distances a thread; behind the edges there is no path.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

#define NO_PATH FLT_MAX
#define TILE_MN 64
#define TILE_K 16
#define WORK 4

__global__ void __launch_bounds__(256)
    min_plus(const float *__restrict__ A, const float *__restrict__ B,
             const float *__restrict__ C, float *__restrict__ D, int M, int N,
             int K) {
  __shared__ float sh_a[TILE_K][TILE_MN + 1];
  __shared__ float sh_b[TILE_K][TILE_MN];

  const int thread_col = threadIdx.x & 15, thread_row = threadIdx.x >> 4;
  const int row0 = blockIdx.y * TILE_MN, col0 = blockIdx.x * TILE_MN;

  float dist[WORK][WORK];
#pragma unroll
  for (int i = 0; i < WORK; ++i)
#pragma unroll
    for (int j = 0; j < WORK; ++j) {
      const int r = row0 + thread_row + 16 * i, c = col0 + thread_col + 16 * j;
      dist[i][j] = r < M && c < N ? C[(size_t)r * N + c] : NO_PATH;
    }

  for (int k0 = 0; k0 < K; k0 += TILE_K) {
#pragma unroll
    for (int i = 0; i < TILE_MN / 16; ++i) {
      const int r = row0 + thread_row + 16 * i, k = k0 + thread_col;
      sh_a[thread_col][thread_row + 16 * i] =
          r < M && k < K ? A[(size_t)r * K + k] : NO_PATH;
    }
#pragma unroll
    for (int i = 0; i < TILE_MN / 16; ++i) {
      const int k = k0 + thread_row, c = col0 + thread_col + 16 * i;
      sh_b[thread_row][thread_col + 16 * i] =
          k < K && c < N ? B[(size_t)k * N + c] : NO_PATH;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE_K; ++k) {
      float a[WORK], b[WORK];
#pragma unroll
      for (int i = 0; i < WORK; ++i) {
        a[i] = sh_a[k][thread_row + 16 * i];
        b[i] = sh_b[k][thread_col + 16 * i];
      }
#pragma unroll
      for (int i = 0; i < WORK; ++i)
#pragma unroll
        for (int j = 0; j < WORK; ++j)
          dist[i][j] = fminf(dist[i][j], a[i] + b[j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < WORK; ++i)
#pragma unroll
    for (int j = 0; j < WORK; ++j) {
      const int r = row0 + thread_row + 16 * i, c = col0 + thread_col + 16 * j;
      if (r < M && c < N)
        D[(size_t)r * N + c] = dist[i][j];
    }
}

extern "C" void launch(const float *A, const float *B, const float *C, float *D,
                       int M, int N, int K) {
  dim3 grid((N + TILE_MN - 1) / TILE_MN, (M + TILE_MN - 1) / TILE_MN);
  min_plus<<<grid, 256>>>(A, B, C, D, M, N, K);
}
