// A half-done pipeline: the copies are asynchronous, but the loop waits for
// them at once. They stay as they are written, a tile ahead.
//
// RUN: %rewrite_and_run cpasync,auto gemm -DTILE=16
// RUN: %golden cpasync

#include <cuda_pipeline.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // one element of each matrix a thread
    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float));
    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float));
    __pipeline_commit();
    // both tiles are here
    __pipeline_wait_prior(0);
    __syncthreads();

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    __syncthreads();
  }

  C[row * N + col] = sum;
}
