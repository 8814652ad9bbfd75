// A persistent kernel: each row starts with a prologue of its own, behind a
// barrier for the last tile of the row before.
//

#include <cuda_pipeline.h>

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][64];
  const int t = threadIdx.x;

  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float *x = A + row * n;
    float sum = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      __pipeline_memcpy_async(&tile[t], &x[k + t], sizeof(float),
                              (k + t < n) ? 0 : sizeof(float));
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
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];

      load_stage = stage; // Free from the next barrier on.
      stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
    out[row * 64 + t] = sum;
  }
}
