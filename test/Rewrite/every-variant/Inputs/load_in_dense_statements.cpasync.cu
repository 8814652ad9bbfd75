// Several stores of one value in a statement, tests that declare their variable, and
// branches that the parameters of a template choose.
//

#include <cuda_pipeline.h>

__global__ void chain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float first_stages[2][32], second_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &first = first_stages[stage];
    auto &second = second_stages[stage];
    __pipeline_memcpy_async(&first[t], &A[k + t], sizeof(float),
                            (t < n - k) ? 0 : sizeof(float));
    __pipeline_memcpy_async(&second[t], &A[n - 1 - k - t], sizeof(float),
                            (t < n - k) ? 0 : sizeof(float)); // behind the end
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

    auto &first = first_stages[stage];
    auto &second = second_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += first[i] * (t + 1) - second[31 - i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void test(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32], other_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &other = other_stages[stage];
    const int at = k + t;
    __pipeline_memcpy_async(&tile[t], &A[at], sizeof(float),
                            (at < n) ? 0 : sizeof(float));
    {
      int i = k + 31 - t;
      __pipeline_memcpy_async(&other[t], &A[i], sizeof(float),
                              (i < n) ? 0 : sizeof(float));
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
    auto &other = other_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1) - other[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

template <bool Backwards>
__global__ void chosen(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 1.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    if constexpr (Backwards)
      __pipeline_memcpy_async(&tile[31 - t], &A[k + t], sizeof(float),
                              (t < n - k) ? 0 : sizeof(float));
    else
      __pipeline_memcpy_async(&tile[t], &A[n - 1 - k - t], sizeof(float),
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
      sum = sum * 0.5f + tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
