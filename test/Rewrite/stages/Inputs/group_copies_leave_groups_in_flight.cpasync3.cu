// Copies of a group commit by themselves: with three stages and more the wait
// counts their groups, and where there is no tile any more, others.
//

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void one(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    cg::memcpy_async(block, tile, A + k, sizeof(float) * 32);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
    else
      __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    cg::wait_prior<1>(block); // wait for all

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    } else {
      __pipeline_commit(); // No copies, but groups: the wait counts them.
    }

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void two(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  constexpr int STAGES = 3;
  __shared__ float left_stages[STAGES][16], right_stages[STAGES][16];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &left = left_stages[stage];
    auto &right = right_stages[stage];
    cg::memcpy_async(block, left, A + k, sizeof(float) * 16);
    cg::memcpy_async(block, right, A + k + 16, sizeof(float) * 16);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n) {
      load_tile(stage, stage * 32);
    } else {
      __pipeline_commit();
      __pipeline_commit();
    }
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    cg::wait_prior<2>(block);

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    } else {
      __pipeline_commit(); // No copies, but groups: the wait counts them.
      __pipeline_commit();
    }

    auto &left = left_stages[stage];
    auto &right = right_stages[stage];

    for (int i = 0; i < 16; ++i)
      sum += left[i] * (t + 1) + right[15 - i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void prior(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    cg::memcpy_async(block, tile, A + k, sizeof(float) * 32);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
    else
      __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    cg::wait_prior<1>(block);

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    } else {
      __pipeline_commit(); // No copies, but groups: the wait counts them.
    }

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void parts(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][4][8];
  auto part = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    cg::memcpy_async(part, tile[t / 8], A + k + t / 8 * 8, 8 * sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
    else
      __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    } else {
      __pipeline_commit(); // No copies, but groups: the wait counts them.
    }

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}
