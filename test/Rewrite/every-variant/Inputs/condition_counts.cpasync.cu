// A test that counts is asked once: the step goes out of it first, in front of
// the loop and into its header, to the top or the end of the body.
//

#include <cuda_pipeline.h>

#define SUM                                                                    \
  for (int i = 0; i < 32; ++i)                                                 \
    sum += tile[i] * (t + i)

__global__ void before(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = -1;
  ++k;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k * 32 + t], sizeof(float),
                            (k * 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  const int k_end = (n + 31) / 32;
  int stage = 0;
  if (k < k_end)
    load_tile(stage, k);
  __pipeline_commit();

  // From the first tile on.
  for (; k < k_end; ++k) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 1 < k_end)
      load_tile(stage ^ 1, k + 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    SUM;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + k;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = (n + 31) / 32;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    --k;
    __pipeline_memcpy_async(&tile[t], &A[k * 32 + t], sizeof(float),
                            (k * 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (k)
    load_tile(stage, k);
  __pipeline_commit();

  while (k) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k - 1;
    if (k_next)
      load_tile(stage ^ 1, k_next);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    --k;
    SUM;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void behind_in_header(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int bound = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, unsigned k) {
    auto &tile = tile_stages[stage];
    --k;
    // The tiles from behind.
    __pipeline_memcpy_async(&tile[t], &A[k * 32 + t], sizeof(float),
                            (k * 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  const unsigned k_begin = (n + 31) / 32;
  int stage = 0;
  if (k_begin > 0)
    load_tile(stage, k_begin);
  __pipeline_commit();

  for (unsigned k = k_begin; k > 0; bound += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k - 1 > 0)
      load_tile(stage ^ 1, k - 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    --k;
    SUM;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + bound;
}

__global__ void at_the_end(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
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

    SUM;
    k += 32;

    stage ^= 1; // This one is free from the next barrier on.
  } while (k < n);
  out[t] = sum + k;
}

__global__ void in_the_body(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k * 32 + t], sizeof(float),
                            (k * 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  load_tile(stage, k);
  __pipeline_commit();

  while (true) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 1 < (n + 31) / 32)
      load_tile(stage ^ 1, k + 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    SUM;
    ++k;

    stage ^= 1; // This one is free from the next barrier on.
    if (k >= (n + 31) / 32)
      break;
  }
  out[t] = sum + k;
}

__global__ void leaves_on_top(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int left = (n + 31) / 32;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int left) {
    auto &tile = tile_stages[stage];
    --left;
    __pipeline_memcpy_async(&tile[t], &A[left * 32 + t], sizeof(float),
                            (left * 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (left != 0)
    load_tile(stage, left);
  __pipeline_commit();

  for (;;) {
    if (left == 0) // all done
      break;
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (left - 1 != 0)
      load_tile(stage ^ 1, left - 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    --left;
    SUM;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
