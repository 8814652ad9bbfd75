// The part that is none of a pipeline's is named; beside it a loop that has none.
//
// RUN: cuda-pipeline-rewrite --undo --explain %s -o %t.cu 2>&1 | FileCheck %s

#include <cuda_pipeline.h>

__global__ void busy(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int loads = 0;

  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  // CHECK: 'busy' left alone: the pipeline has a form that is not taken back yet: it loads a tile and does something else, too [pipeline-not-read]
  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    if (k + 32 < n) {
      load_tile(stage ^ 1, k + 32);
      ++loads;
    }
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1;
  }
  out[t] = sum + loads;
}

// CHECK: 'idle' taken back: cpasync, 2 stages -> plain loop
__global__ void idle(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int loads = 0;

  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1;
  }
  out[t] = sum + loads;
}
