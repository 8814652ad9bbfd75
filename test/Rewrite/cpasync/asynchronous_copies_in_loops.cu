// Asynchronous copies of 16 bytes in loops, zero-filled behind the matrix's
// end, each matrix in a group of its own.
//
// RUN: %rewrite_and_run cpasync gemm -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=16 \
// RUN:   -DTHREADS=64
// RUN: %golden cpasync

#include <cuda_pipeline_primitives.h>

#define BM 32
#define BN 32
#define BK 16
#define THREADS 64

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As[BM * BK];
  __shared__ alignas(16) float Bs[BK * BN];

  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float acc[BM * BN / THREADS] = {0.0f};
  for (int k = 0; k < K; k += BK) {
#pragma unroll
    for (int i = tid * 4; i < BM * BK; i += THREADS * 4) {
      const int r = i / BK, c = i % BK;
      const size_t missing = row0 + r < M ? 0 : 16; // zeros below the matrix
      __pipeline_memcpy_async(&As[i], &A[(row0 + r) * K + k + c],
                              16, missing);
    }
    __pipeline_commit();
#pragma unroll
    for (int i = tid * 4; i < BK * BN; i += THREADS * 4)
      __pipeline_memcpy_async(&Bs[i], &B[(k + i / BN) * N + col0 + i % BN], 16);
    __pipeline_commit();

    __pipeline_wait_prior(0);
    __syncthreads();

    for (int e = 0; e < BM * BN / THREADS; ++e) {
      const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
      for (int i = 0; i < BK; ++i)
        acc[e] += As[r * BK + i] * Bs[i * BN + c];
    }
    __syncthreads();
  }

  for (int e = 0; e < BM * BN / THREADS; ++e) {
    const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
    C[(row0 + r) * N + col0 + c] = acc[e];
  }
}
