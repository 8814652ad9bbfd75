// Two loops of one kernel: each has a pipeline for wide copies and one for others,
// with names of its own.
//
// RUN: %rewrite_and_run cpasync,cpasync3 wide --widen=auto -DTYPE=int8_t -DRESULT=int \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=32 -DTHREADS=32
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu

#include <cstdint>

#define BM 16
#define BN 16
#define BK 32
#define THREADS 32

// CHECK: auto [[ONE:pipeline[0-9]*]] = [&]
// CHECK: [[ONE]](true);
// CHECK: auto [[OTHER:pipeline[0-9]+]] = [&]
// CHECK: [[OTHER]](true);
__global__ void __launch_bounds__(THREADS)
    gemm(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
         int *__restrict__ C, int M, int N, int K) {
  __shared__ int8_t As[BM][BK];
  __shared__ int8_t Bs[BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int acc[BM / 2] = {}, sum = 0;

  // The sum of these rows of A.
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      As[r][c] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0;
    }
    __syncthreads();
    for (int r = 0; r < BM; ++r)
      sum += As[r][tid];
    __syncthreads();
  }

  // The product, less the sum.
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
        acc[j] += As[tid / BN * (BM / 2) + j][k] * Bs[k][tid % BN] - sum;
    __syncthreads();
  }

  for (int j = 0; j < BM / 2; ++j) {
    const int row = row0 + tid / BN * (BM / 2) + j, col = col0 + tid % BN;
    if (row < M && col < N)
      C[row * N + col] = acc[j];
  }
}
