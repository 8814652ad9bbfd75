// Some threads copy, and only these wait: in the loop the wait keeps its
// condition. As it stands outside of the load, it waits for the whole tile.
//

#include <cuda/pipeline>
#include <cuda_pipeline.h>

template <int BLOCK>
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(alignof(float4)) float As_stages[2][BLOCK][BLOCK];
  __shared__ alignas(alignof(float4)) float Bs_stages[2][BLOCK][BLOCK];

  const int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
  const int t4x = threadIdx.x * 4;
  const auto shape4 = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();

  float sum = 0.0f;

  static_assert(sizeof(As_stages[0]) % 16 == 0, "each stage must be aligned");
  static_assert(sizeof(Bs_stages[0]) % 16 == 0, "each stage must be aligned");

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // One fourth of the threads copy four elements of each matrix.
    if (t4x < BLOCK) {
      pipe.producer_acquire();
      cuda::memcpy_async(&As[threadIdx.y][t4x],
                         &A[(row + threadIdx.y) * K + k + t4x], shape4, pipe);
      cuda::memcpy_async(&Bs[threadIdx.y][t4x],
                         &B[(k + threadIdx.y) * N + col + t4x], shape4, pipe);
      pipe.producer_commit();
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);

  for (int k = 0; k < K; k += BLOCK) {
    if (t4x < BLOCK)
      pipe.consumer_wait();
    // Synchronize to make sure the matrices are loaded
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BLOCK < K)
      load_tile(stage ^ 1, k + BLOCK);

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll
    for (int i = 0; i < BLOCK; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];

    pipe.consumer_release();

    stage ^= 1; // This one is free from the next barrier on.
  }

  C[(row + threadIdx.y) * N + col + threadIdx.x] = sum;
}

template __global__ void gemm<16>(const float *, const float *, float *, int,
                                  int, int);

__global__ void gemm_by_intrinsics(const float *__restrict__ A,
                                   const float *__restrict__ B,
                                   float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][16][16];
  __shared__ alignas(16) float Bs_stages[2][16][16];
  const int row = blockIdx.y * 16, col = blockIdx.x * 16;
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (tx < 4) {
      __pipeline_memcpy_async(&As[ty][tx * 4], &A[(row + ty) * K + k + tx * 4],
                              16);
      __pipeline_memcpy_async(&Bs[ty][tx * 4], &B[(k + ty) * N + col + tx * 4],
                              16);
      __pipeline_commit();
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);

  for (int k = 0; k < K; k += 16) {
    if (tx < 4)
      __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < K)
      load_tile(stage ^ 1, k + 16);

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * Bs[i][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[(row + ty) * N + col + tx] = sum;
}
