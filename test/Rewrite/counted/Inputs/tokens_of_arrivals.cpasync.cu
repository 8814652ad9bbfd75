// Who arrives with a token and waits for it does both at once, at the barrier of
// the stage: the token declared in the trip, or in front of it, or not at all;
// with work in between.
//

#include <cuda/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void in_the_trip(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  __shared__ barrier bar_stages[2];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < 2; ++s)
      init(&bar_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &bar = bar_stages[stage];
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait(); // for all copies

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void in_front(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile_stages[2][32];
  __shared__ barrier bar_stages[2];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < 2; ++s)
      init(&bar_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &bar = bar_stages[stage];
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void without_a_name(const float *__restrict__ A,
                               float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  __shared__ barrier bar_stages[2];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < 2; ++s)
      init(&bar_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &bar = bar_stages[stage];
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void work_in_between(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  __shared__ barrier bar_stages[2];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < 2; ++s)
      init(&bar_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &bar = bar_stages[stage];
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    sum = sum * 0.5f + k; // meanwhile
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
