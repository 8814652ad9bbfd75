// All threads of the block skip a trip together, by a value from memory, by the
// counter, or by an `if` around load, barriers and compute.
//

#include <cuda_pipeline.h>

__global__ void by_memory(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    // Tiles that start low count for nothing.
    const bool skipped = A[k] < A[0]; // all threads
    // Load.
    const int at = k + t;
    if (!skipped) {
      __pipeline_memcpy_async(&tile[t], &A[at], sizeof(float));
    }
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

    const bool skipped = A[k] < A[0]; // all threads
    const int at = k + t;

    if (!skipped) {
      // Compute.
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
      sum *= 0.5f + at;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  out[t] = sum;
}

__global__ void by_counter(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A + t;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool odd = k & 32;
    const bool skipped = odd || k > 160 * int(blockIdx.x + 1);
    if (!skipped) {
      __pipeline_memcpy_async(&tile[t], &from[k], sizeof(float));
    }
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

    const bool odd = k & 32;
    const bool skipped = odd || k > 160 * int(blockIdx.x + 1);
    if (!skipped) {
      const float other = tile[31 - t];
      sum += other * t;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void around(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool active = k % 96 != 32;
    // two of three
    if (active) {
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    }
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

    const bool active = k % 96 != 32;
    if (active) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }
    sum += 1.0f;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
