// Of a counter that starts anywhere, no multiple of the step may be an int: the
// load counts for itself in the prologue, too, as the loop does.
//

#include <cuda_pipeline.h>

constexpr int STEP = 1 << 20;

__global__ void far(const float *A, float *out, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  const int begin = blockIdx.x;
  float sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k / STEP * 32 + t], sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  int k_load = begin;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (k_load < n) {
      load_tile(stage, k_load);
      k_load += STEP;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  for (int k = begin; k < n; k += STEP) {
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
