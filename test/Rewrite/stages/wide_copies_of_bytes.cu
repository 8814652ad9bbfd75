// Wide copies into three stages, and for sizes that are no multiple of 16 the
// user's own stores into them, as far ahead.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 wide --widen=auto -DTYPE=int8_t \
// RUN:   -DRESULT=int -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=32 -DTHREADS=32
// RUN: %golden cpasync3

#include <cstdint>

#define BM 16
#define BN 16
#define BK 32
#define THREADS 32

__global__ void __launch_bounds__(THREADS)
    gemm(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
         int *__restrict__ C, int M, int N, int K) {
  __shared__ int8_t As[BM][BK];
  __shared__ int8_t Bs[BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int acc[BM / 2] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      As[r][c] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0;
    }
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int r = i / BN, c = i % BN;
      Bs[r][c] = k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0;
    }
    __syncthreads();

    for (int k = 0; k < BK; ++k)
      for (int j = 0; j < BM / 2; ++j)
        acc[j] += As[tid / BN * (BM / 2) + j][k] * Bs[k][tid % BN];
    __syncthreads();
  }

  for (int j = 0; j < BM / 2; ++j) {
    const int row = row0 + tid / BN * (BM / 2) + j, col = col0 + tid % BN;
    if (row < M && col < N)
      C[row * N + col] = acc[j];
  }
}
