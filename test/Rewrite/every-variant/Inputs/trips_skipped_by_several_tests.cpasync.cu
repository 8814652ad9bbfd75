// What skips a trip is made of several tests, of tests in tests, of constants
// of a template: it is one condition, or a variable that they set.
//

#include <cuda_pipeline.h>

template <bool Causal>
__global__ void causal(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  const int last = n / 2;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    // Blocks above the diagonal, or left of the window.
    const bool skipped = (Causal && k > last) ||
                         (n > 64 && k + 32 <= n - 224 || n == 32);
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

    const bool skipped = (Causal && k > last) ||
                         (n > 64 && k + 32 <= n - 224 || n == 32);
    if (!skipped) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

template __global__ void causal<true>(const float *, float *, int);
template __global__ void causal<false>(const float *, float *, int);

__global__ void by_settings(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    bool skipped = false;
    if (n > 150) {
      if (k == 0)
        skipped = true; // the first
    }
    // A window.
    if (n > 100) {
      const int left = n - 160;
      if (k + 32 <= left)
        skipped = true;
    } else if (k == 64) {
      skipped = true;
    }
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

    bool skipped = false;
    if (n > 150) {
      if (k == 0)
        skipped = true; // the first
    }
    if (n > 100) {
      const int left = n - 160;
      if (k + 32 <= left)
        skipped = true;
    } else if (k == 64) {
      skipped = true;
    }
    if (!skipped) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

// The last trip, and with few elements all.
__global__ void all_of_it(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  const bool few = n < 64;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const int left = n - k;
    const bool skipped = few || left <= 32;
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

    const int left = n - k;
    const bool skipped = few || left <= 32;
    if (!skipped) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t) + left;
    }

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void in_an_if(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    const bool active = n != 96 && k % 96 != 32;
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

    const bool active = n != 96 && k % 96 != 32;
    if (active) {
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
    }
    sum += 1.0f;

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
