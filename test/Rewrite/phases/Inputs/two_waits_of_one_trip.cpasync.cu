// Both tiles start at the head of the trip, and each has a wait: the second goes,
// as both have landed at the first, and its barrier, which is for nothing else.
//

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void by_hand(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float keys_stages[2][16], values_stages[2][16];
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

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0); // values
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    __pipeline_commit();

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void in_assembly(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float keys_stages[2][16], values_stages[2][16];
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

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  asm volatile("cp.async.commit_group;" ::: "memory");

  for (int k = 0; k < n; k += 32) {
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);
    asm volatile("cp.async.commit_group;" ::: "memory");

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

__global__ void by_groups(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float keys_stages[2][16], values_stages[2][16];
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

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);

  for (int k = 0; k < n; k += 32) {
    cg::wait(block);

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1, k + 32);

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}

// The scores are for all: their barrier stays.
__global__ void with_scratch(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float keys_stages[2][16], values_stages[2][16], scores[32];
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

    auto &keys = keys_stages[stage];
    auto &values = values_stages[stage];

    scores[t] = keys[t % 16] * (t + 1);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += scores[31 - i] * values[i];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
