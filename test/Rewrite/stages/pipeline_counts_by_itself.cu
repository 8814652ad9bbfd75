// A cuda::pipeline of one thread counts commits and waits for the oldest: its
// calls stay as they are, however many tiles are in flight.
//
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync8 gemm -DTILE=16 \
// RUN:   -DTILES=0,1,2,3,4,5,6,9
// RUN: %golden cpasync3

#include <cuda/pipeline>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    pipe.producer_acquire();
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), pipe);
    cuda::memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float),
                       pipe);
    pipe.producer_commit();

    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    pipe.consumer_release();
    __syncthreads();
  }
  C[row * N + col] = sum;
}
