// What the pipeline counts stays asynchronous; a plain store may come behind its
// commit, so it goes through registers.
//
// RUN: %rewrite_and_run cpasync gemm -DTILE=16
// RUN: %golden cpasync

#include <cuda/pipeline>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;
  auto pipe = cuda::make_pipeline();

  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    pipe.producer_acquire();
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), pipe);
    pipe.producer_commit();
    Bs[ty][tx] = B[(k + ty) * N + col];
    pipe.consumer_wait();
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
    pipe.consumer_release();
  }

  C[row * N + col] = sum;
}
