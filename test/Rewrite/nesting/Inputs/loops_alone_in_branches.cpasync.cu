// K-loops that are all of a branch, of the body of a loop, or of a case: braces are
// what they need.
//

#include <cuda_pipeline.h>

__global__ void branch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n != 96) { // all threads alike

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

__global__ void chain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n == 96)
    sum = 2.0f;
  else if (n > 32) {
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

#pragma unroll 2
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
  } else
    sum = 3.0f;
  out[t] = sum;
}

__global__ void both(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  __shared__ float other_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  if (n % 64 == 0) {
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

      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);

      stage ^= 1; // This one is free from the next barrier on.
    }
  } else {
    // Starts the copy of one tile into a stage.
    auto load_other = [&](int stage2, int k) {
      auto &other = other_stages[stage2];
      __pipeline_memcpy_async(&other[31 - t], &A[k + t], sizeof(float),
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
        sum = sum * 0.9375f + other[i] * (t + 1);

      stage2 ^= 1; // This one is free from the next barrier on.
    }
  }
  out[t] = sum;
}

__global__ void rounds(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  for (int round = 0; round < 3; ++round) {
    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                              (t < n - k) ? 0 : sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (round * 32 < n)
      load_tile(stage, round * 32);
    __pipeline_commit();

    for (int k = round * 32; k < n; k += 32) {
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
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void cases(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile_stages[2][32];
  __shared__ float other_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  switch (n / 32 % 3) {
  case 0:
  case 2: {
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
    break;
  }
  default: {
    sum = 2.0f;

    // Starts the copy of one tile into a stage.
    auto load_other = [&](int stage2, int k) {
      auto &other = other_stages[stage2];
      __pipeline_memcpy_async(&other[31 - t], &A[k + t], sizeof(float),
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
        sum = sum * 0.9375f + other[i] * (t + 1);

      stage2 ^= 1; // This one is free from the next barrier on.
    }
  }
  }
  out[t] = sum;
}
