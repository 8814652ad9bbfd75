// Both tiles start at the head of the trip, and each has a wait: the second goes,
// as both have landed at the first, and its barrier, which is for nothing else.
//

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void by_hand(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(STAGES - 2); // values
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void in_assembly(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
    asm volatile("cp.async.commit_group;" ::: "memory");
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
    }
    asm volatile("cp.async.commit_group;" ::
                     : "memory"); // Even when empty: the wait counts groups.

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void by_groups(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    cg::memcpy_async(block, keys, A + k, sizeof(float) * 16);
    cg::memcpy_async(block, values, A + k + 16, sizeof(float) * 16);
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

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

// The scores are for all: their barrier stays.
__global__ void with_scratch(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float keys_stages[STAGES][16], values_stages[STAGES][16],
      scores[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < n)
      load_tile(stage, stage * 32);
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
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    scores[t] = keys[t % 16] * (t + 1);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += scores[31 - i] * values[i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}
