// A half-done pipeline with one stage: what a cuda::pipeline counts is copied a
// tile ahead. The second kernel never releases, which nobody waits for.
//
// RUN: %rewrite_and_run cpasync,auto gemm -DTILE=16
// RUN: %rewrite_and_run cpasync gemm -DTILE=16 "-DKERNEL=gemm_in_braces<16>"
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

  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    pipe.producer_acquire();
    // one element of each matrix a thread
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), pipe);
    cuda::memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float),
                       pipe);
    pipe.producer_commit();

    // both tiles are here
    pipe.consumer_wait();
    __syncthreads();

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    pipe.consumer_release();
    __syncthreads();
  }

  C[row * N + col] = sum;
}

template <int BLOCK>
__global__ void gemm_in_braces(const float *__restrict__ A,
                               const float *__restrict__ B,
                               float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BLOCK][BLOCK];
  __shared__ float Bs[BLOCK][BLOCK];
  const int row = blockIdx.y * BLOCK + threadIdx.y;
  const int col = blockIdx.x * BLOCK + threadIdx.x;
  auto pipe = cuda::make_pipeline();
  const auto shape = cuda::aligned_size_t<alignof(float)>(sizeof(float));

  float sum = 0.0f;
  const int begin = blockIdx.y * BLOCK * K, end = begin + K;
  for (int a = begin, b = blockIdx.x * BLOCK; a < end;
       a += BLOCK, b += BLOCK * N) {
    {
      pipe.producer_acquire();

      cuda::memcpy_async(&As[threadIdx.y][threadIdx.x],
                         &A[a + K * threadIdx.y + threadIdx.x], shape, pipe);
      cuda::memcpy_async(&Bs[threadIdx.y][threadIdx.x],
                         &B[b + N * threadIdx.y + threadIdx.x], shape, pipe);

      pipe.producer_commit();
    }

    pipe.consumer_wait();
    // Synchronize to make sure the matrices are loaded
    __syncthreads();

    for (int i = 0; i < BLOCK; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

template __global__ void gemm_in_braces<16>(const float *, const float *,
                                            float *, int, int, int);
