// Loops that test at the end, where the first trip is made whatever the test
// says, and loops without a condition, whose test is the first or the last
// statement of the body.
//

#include <cuda_pipeline.h>

__global__ void at_the_end(const float *__restrict__ A,
                           float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  load_tile(stage, k);
  __pipeline_commit();

  do {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    k += 32;

    stage ^= 1; // This one is free from the next barrier on.
  } while (k < n);
  out[t] = sum + k;
}

__global__ void last(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int tile_index = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int tile_index) {
    auto &tile = tile_stages[stage];
    int k = tile_index * 32 + t;
    __pipeline_memcpy_async(&tile[t], &A[k], sizeof(float), (k < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  load_tile(stage, tile_index);
  __pipeline_commit();

  while (true) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if ((tile_index + 1) * 32 < n)
      load_tile(stage ^ 1, tile_index + 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    ++tile_index;

    stage ^= 1; // This one is free from the next barrier on.

    // All of them?
    if (tile_index * 32 >= n)
      break;
  }
  out[t] = sum + tile_index;
}

__global__ void first(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0;; k += 32) {
    if (k >= n) {
      break; // no tile left
    }
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void negated(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  load_tile(stage, k);
  __pipeline_commit();

  for (;;) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k + 32;
    if (k_next < n && k_next < 128)
      load_tile(stage ^ 1, k_next);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    k += 32;

    stage ^= 1; // This one is free from the next barrier on.
    if (!(k < n && k < 128))
      break;
  }
  out[t] = sum;
}

__global__ void floats(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f, left = n;
  int k = 0;

  // Starts the copy of one tile into a stage, and moves k on.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float), (k + t < n) ? 0 : sizeof(float));
    k += 32;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (!(left <= 0.0f))
    load_tile(stage);
  __pipeline_commit();

  do {
    if (left <= 0.0f)
      break;
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const float left_next = left - 32.0f;
    if (!(left_next <= 0.0f))
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    left -= 32.0f;

    stage ^= 1; // This one is free from the next barrier on.
  } while (true);
  out[t] = sum;
}
