// A variable in front of the loop that each phase sets before it reads it: what it
// holds between a load and its store is loaded where it is stored. It stays for the
// other uses, and goes where there is none.
//

#include <cuda_pipeline.h>

__global__ void serves_both(const float *__restrict__ A,
                            const float *__restrict__ B,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float value, sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i) {
      value = tile[(t + i) % 32];
      sum = sum * 0.5f + value;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void serves_twice(const float *__restrict__ A,
                             const float *__restrict__ B,
                             float *__restrict__ out, int n) {
  __shared__ float a_stages[2][32], b_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &a = a_stages[stage];
    auto &b = b_stages[stage];
    __pipeline_memcpy_async(&a[t], &A[k + t], sizeof(float));
    __pipeline_memcpy_async(&b[t], &B[k + t], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &a = a_stages[stage];
    auto &b = b_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + a[(t + i) % 32] * b[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void both_go(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ out,
                        int n) {
  __shared__ float a_stages[2][32], b_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &a = a_stages[stage];
    auto &b = b_stages[stage];
    __pipeline_memcpy_async(&a[t], &A[k + t], sizeof(float));
    __pipeline_memcpy_async(&b[t], &B[k + t], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &a = a_stages[stage];
    auto &b = b_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + a[(t + i) % 32] * b[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
