// Barriers under a condition that the block shares and the loop leaves alone: where
// it fails, one more does no harm.
//

#include <cuda_pipeline.h>

#define KERNELS(KERNEL) KERNEL(more_than_a_warp) KERNEL(known_to_be_more)

__global__ void more_than_a_warp(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float a_stages[2][8][64];
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &a = a_stages[stage];
    if (threadIdx.x < 64)
      for (int r = 0; r < 8; ++r)
        __pipeline_memcpy_async(&a[r][threadIdx.x], &A[r * K + k + threadIdx.x],
                                sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < K)
      load_tile(stage ^ 1, k + 64);
    __pipeline_commit();

    auto &a = a_stages[stage];

    for (int i = 0; i < 8 * 64; ++i)
      sum += a[i / 64][i % 64] * ((i + threadIdx.x) % 7);

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[threadIdx.x] = sum;
}

__global__ void known_to_be_more(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float a_stages[2][8][64];
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &a = a_stages[stage];
    if (threadIdx.x < 64)
      for (int r = 0; r < 8; ++r)
        __pipeline_memcpy_async(&a[r][threadIdx.x], &A[r * K + k + threadIdx.x],
                                sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < K)
      load_tile(stage ^ 1, k + 64);
    __pipeline_commit();

    auto &a = a_stages[stage];

    for (int i = 0; i < 8 * 64; ++i)
      sum += a[i / 64][i % 64] * ((i + threadIdx.x) % 7);

    stage ^= 1; // This one is free from the next barrier on.
  }
  C[threadIdx.x] = sum;
}
