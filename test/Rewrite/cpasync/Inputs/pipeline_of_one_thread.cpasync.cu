// A half-done pipeline with one stage: what a cuda::pipeline counts is copied a
// tile ahead. The second kernel never releases, which nobody waits for.
//

#include <cuda/pipeline>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][TILE][TILE];
  __shared__ float Bs_stages[2][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    pipe.producer_acquire();
    // one element of each matrix a thread
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), pipe);
    cuda::memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float),
                       pipe);
    pipe.producer_commit();
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);

  for (int k = 0; k < K; k += TILE) {
    // both tiles are here
    pipe.consumer_wait();
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    pipe.consumer_release();

    stage ^= 1; // This one is free from the next barrier on.
  }

  C[row * N + col] = sum;
}

template <int BLOCK>
__global__ void gemm_in_braces(const float *__restrict__ A,
                               const float *__restrict__ B,
                               float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][BLOCK][BLOCK];
  __shared__ float Bs_stages[2][BLOCK][BLOCK];
  const int row = blockIdx.y * BLOCK + threadIdx.y;
  const int col = blockIdx.x * BLOCK + threadIdx.x;
  auto pipe = cuda::make_pipeline();
  const auto shape = cuda::aligned_size_t<alignof(float)>(sizeof(float));

  float sum = 0.0f;
  const int begin = blockIdx.y * BLOCK * K, end = begin + K;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int a, int b) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    {
      pipe.producer_acquire();

      cuda::memcpy_async(&As[threadIdx.y][threadIdx.x],
                         &A[a + K * threadIdx.y + threadIdx.x], shape, pipe);
      cuda::memcpy_async(&Bs[threadIdx.y][threadIdx.x],
                         &B[b + N * threadIdx.y + threadIdx.x], shape, pipe);

      pipe.producer_commit();
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (begin < end)
    load_tile(stage, begin, blockIdx.x * BLOCK);

  for (int a = begin, b = blockIdx.x * BLOCK; a < end;
       a += BLOCK, b += BLOCK * N) {
    pipe.consumer_wait();
    // Synchronize to make sure the matrices are loaded
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (a + BLOCK < end)
      load_tile(stage ^ 1, a + BLOCK, b + BLOCK * N);

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < BLOCK; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[row * N + col] = sum;
}

template __global__ void gemm_in_braces<16>(const float *, const float *,
                                            float *, int, int, int);
