// In front of the continue, a trip that is skipped moves what each trip moves at
// its end, or does something of its own; so it may be in an else.
//

#include <cuda_pipeline.h>

__global__ void pointer_moves(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  const float *from = A + t;
  float sum = 0.0f, weight = 1.0f;

  // Starts the copy of one tile into a stage, and moves from on.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    // Each third block is empty.
    const bool skipped = k % 96 == 64;
    if (!skipped) {
      __pipeline_memcpy_async(&tile[t], from, sizeof(float));
    }
    from += 32;
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

    const bool skipped = k % 96 == 64;
    if (!skipped) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t) * weight;
    }
    weight *= 0.5f;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void counter_moves(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool skipped = A[k] < A[0];
    if (!skipped) {
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    }
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

    const bool skipped = A[k] < A[0];
    if (!skipped) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }
    k += 32;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

// One of two is at its place in each trip.
__global__ void other_order(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f, weight = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool skipped = k % 128 == 32;
    if (!skipped) {
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

    const bool skipped = k % 128 == 32;
    if (skipped) {
      weight *= 0.5f;
    }
    if (!skipped) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }
    sum += weight;
    if (!skipped) {
      weight *= 0.5f;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void counts(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int skips = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool skipped = k == 0 || k > 128; // the first, and the last ones
    if (!skipped) {
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

    const bool skipped = k == 0 || k > 128; // the first, and the last ones
    if (skipped) {
      // They count.
      skips += t + 1;
    }
    if (!skipped) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }
    sum *= 0.5f;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + skips;
}

__global__ void otherwise(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool active = k % 128;
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

    const bool active = k % 128;
    if (!active) {
      sum -= 1.0f;
    }
    if (active) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
