// The prologue of a counter that runs from 0 by a constant goes by the number of
// the stage; the load's own counter starts behind it. Up to the last number that
// an int holds nothing overflows.
//

#include <cuda_pipeline.h>

constexpr int STEP = 1 << 20;

__global__ void far(const float *A, float *out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  float sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k / STEP * 32 + t], sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * STEP < n)
      load_tile(stage, stage * STEP);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * STEP; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += STEP) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += STEP;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(i + t) % 32];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}
