// The block copies together into a stage of its pipeline; parts of it do, some
// threads do; in rounds; with a barrier that nobody needs.
//

#include <cooperative_groups.h>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
constexpr auto scope = cuda::thread_scope_block;

__global__ void whole_block(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  constexpr int stages_count = 2;
  __shared__ cuda::pipeline_shared_state<scope, stages_count> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, A + k, sizeof(tile), pipe);
    pipe.producer_commit();
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    pipe.consumer_wait();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();

    stage ^= 1; // This one is free when all have released it.
  }
  out[t] = sum;
}

__global__ void by_parts(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ alignas(16) float tile_stages[2][4][8];
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
  auto part = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    pipe.producer_acquire();
    cuda::memcpy_async(part, tile[t / 8], A + k + t / 8 * 8, 8 * sizeof(float),
                       pipe);
    pipe.producer_commit();
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    pipe.consumer_wait();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);
    pipe.consumer_release();

    stage ^= 1; // This one is free when all have released it.
  }
  out[t] = sum;
}

__global__ void in_rounds(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
      pipe.producer_commit();
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (n > 0)
      load_tile(stage, 0);

    for (int k = 0; k < n; k += 32) {
      pipe.consumer_wait();

      // Prefetch the next tile while this one is computed.
      if (k + 32 < n)
        load_tile(stage ^ 1, k + 32);

      auto &tile = tile_stages[stage];

      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + round);
      pipe.consumer_release();

      stage ^= 1; // This one is free when all have released it.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
  }
  out[t] = sum;
}

// All threads commit, so who copies is no matter.
__global__ void some_copy(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ alignas(16) float tile_stages[2][32];
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    pipe.producer_acquire();
    if (t < 8)
      cuda::memcpy_async(&tile[t * 4], &A[k + t * 4],
                         cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    pipe.consumer_wait();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();

    stage ^= 1; // This one is free when all have released it.
  }
  out[t] = sum;
}

__global__ void meets_again(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  __shared__ cuda::pipeline_shared_state<scope, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, A + k, sizeof(tile), pipe);
    pipe.producer_commit();
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    pipe.consumer_wait();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &tile = tile_stages[stage];

    block.sync();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();

    stage ^= 1; // This one is free when all have released it.
  }
  out[t] = sum;
}
