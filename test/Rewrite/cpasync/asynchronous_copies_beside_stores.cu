// One tile is copied asynchronously, the others stored: a plain copy becomes
// asynchronous too, a transposed and scaled one goes through registers.
//
// RUN: %rewrite_and_run cpasync,auto gemm -DTILE=16
// RUN: %golden cpasync

#include <cuda_pipeline.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE + 1]; // transposed
  __shared__ float bias[TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    __syncthreads();
    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float));
    Bs[tx][ty] = B[(k + ty) * N + col] * 0.5f;
    __pipeline_commit();
    if (ty == 0)
      bias[tx] = A[k + tx];
    __pipeline_wait_prior(0);
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[tx][i] + bias[i];
  }

  C[row * N + col] = sum;
}
