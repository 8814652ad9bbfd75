// Each thread reads of the first tile what it wrote, of later ones what others
// did: the barrier behind the first load is in time for the second tile. Two tiles
// ahead it is not, and one stands in front of the prologue. Where the kernel has a
// barrier of its own there, none is added.
//
// CHECK-NOT: +{{ *}}__syncthreads

#include <cuda_pipeline.h>

__global__ void without_barrier(float *A, float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][64];
  const int t = threadIdx.x;
  A[t] = A[t] * 0.5f;
  for (int i = 64 + t; i < n; i += 64)
    A[i ^ 1] = A[i ^ 1] * 0.5f;

  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  // What was read and written so far is settled before the first load.
  __syncthreads();

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 64 < n)
      load_tile(stage, stage * 64);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 64; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 64) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 64;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}

__global__ void with_barrier(float *A, float *__restrict__ out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 64)
    A[i ^ 1] = A[i ^ 1] * 0.5f;
  __syncthreads();

  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 64 < n)
      load_tile(stage, stage * 64);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 64; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 64) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 64;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}
