// The block copies together, and a barrier counts: by the size of the block,
// by a promise, inside a loop over rows; the block meets at the barrier again,
// or by itself, behind the tile or in front of it.
//

#include <cooperative_groups.h>
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void by_size(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][32];
  __shared__ barrier bar_stages[2];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    for (int s = 0; s < 2; ++s)
      init(&bar_stages[s], block.size());
  block.sync();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &bar = bar_stages[stage];
    // All threads take part.
    cuda::memcpy_async(block, tile, A + k, sizeof(tile), bar);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait(); // and wait for each other

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

__global__ void __launch_bounds__(32)
    by_promise(const float *__restrict__ A, float *__restrict__ out, int n) {
  constexpr int STAGES = 4;
  __shared__ barrier bar_stages[STAGES];
  __shared__ alignas(16) float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < STAGES; ++s)
      init(&bar_stages[s], 32);
  __syncthreads();
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    auto &bar = bar_stages[stage];
    cuda::memcpy_async(cg::this_thread_block(), tile, A + k,
                       cuda::aligned_size_t<16>(sizeof(float) * 32), bar);
  };

  // Prologue: fill all stages but the last. The load stays three tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    auto &bar = bar_stages[stage];
    bar.arrive_and_wait();

    // Prefetch the tile three trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void in_rounds(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile_stages[2][32];
  __shared__ barrier bar_stages[2];
  const int t = threadIdx.x;
  if (t == 0)
    for (int s = 0; s < 2; ++s)
      init(&bar_stages[s], blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
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
        sum += tile[i] * (t + round);

      stage ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void at_the_top(const float *__restrict__ A, float *__restrict__ out,
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
