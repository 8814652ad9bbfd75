// Halves, shared out by a loop over rows and one over columns; the zero stands
// in the other branch.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto -DTYPE=__half \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=8,4
// RUN: %golden cpasync

#include <cuda_fp16.h>

constexpr int BLOCK = 16;

__global__ void gemm(const __half *__restrict__ A, const __half *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ __half As[BLOCK][BLOCK + 8], Bs[BLOCK][BLOCK + 8];
  float sum[BLOCK / 4][BLOCK / 8] = {};

  for (int k = 0; k < K; k += BLOCK) {
    for (int r = threadIdx.y; r < BLOCK; r += 4)
      for (int c = threadIdx.x; c < BLOCK; c += 8) {
        const int row = blockIdx.y * BLOCK + r;
        if (row >= M || k + c >= K)
          As[r][c] = __float2half(0.0f);
        else
          As[r][c] = A[row * K + k + c];
      }
    for (int r = threadIdx.y; r < BLOCK; r += 4)
      for (int c = threadIdx.x; c < BLOCK; c += 8) {
        const int col = blockIdx.x * BLOCK + c;
        if (k + r < K && col < N)
          Bs[r][c] = B[(k + r) * N + col];
        else
          Bs[r][c] = __float2half(0.0f);
      }
    __syncthreads();

    for (int i = 0; i < BLOCK / 4; ++i)
      for (int j = 0; j < BLOCK / 8; ++j)
        for (int x = 0; x < BLOCK; ++x)
          sum[i][j] += __half2float(As[threadIdx.y + 4 * i][x]) *
                       __half2float(Bs[x][threadIdx.x + 8 * j]);
    __syncthreads();
  }

  for (int i = 0; i < BLOCK / 4; ++i)
    for (int j = 0; j < BLOCK / 8; ++j) {
      const int row = blockIdx.y * BLOCK + threadIdx.y + 4 * i;
      const int col = blockIdx.x * BLOCK + threadIdx.x + 8 * j;
      if (row < M && col < N)
        C[row * N + col] = sum[i][j];
    }
}
