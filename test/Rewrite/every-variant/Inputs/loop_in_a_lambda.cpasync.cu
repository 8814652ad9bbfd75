// K-loops in lambdas that are called once: the body takes the place of the call.
//

#include <cuda_pipeline.h>

__global__ void plain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    // zeros behind the end
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (t < n - k) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  // The whole main loop.
  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void passed(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  const float *from = A + n / 32 * 4;
  int length = n - n / 32 * 4;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &from[k + t], sizeof(float),
                            (t < length - k) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (length > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < length; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < length)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void copied(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (t < n - k) ? 0 : sizeof(float));
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

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void own_names(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  {
    int k = 0;
    float part = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                              (t < n - k) ? 0 : sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (k < n)
      load_tile(stage, k);
    __pipeline_commit();

    while (k < n) {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 32 < n)
        load_tile(stage ^ 1, k + 32);
      __pipeline_commit();

      auto &tile = tile_stages[stage];

      for (int i = 0; i < 32; ++i)
        part += tile[i] * (t + 1);
      k += 32;

      stage ^= 1; // This one is free from the next barrier on.
    }
    sum += part;
  }
  float part = sum * 2.0f;
  out[t] = part;
}

__global__ void two(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  __shared__ float tile_stages[2][32];
  __shared__ float other_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (t < n - k) ? 0 : sizeof(float));
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

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }

  // Starts the copy of one tile into a stage.
  auto load_other = [&](int stage2, int k) {
    auto &other = other_stages[stage2];
    __pipeline_memcpy_async(&other[t], &A[k + t], sizeof(float),
                            (t < n - k) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage2 = 0;
  if (n > 0)
    load_other(stage2, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_other(stage2 ^ 1, k + 32);
    __pipeline_commit();

    auto &other = other_stages[stage2];

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.9375f + other[i];

    stage2 ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void in_a_branch(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n != 64) {
    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                              (t < n - k) ? 0 : sizeof(float));
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

      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);

      stage ^= 1; // This one is free from the next barrier on.
    }
  }
  out[t] = sum;
}
