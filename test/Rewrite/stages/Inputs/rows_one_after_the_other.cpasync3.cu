// A persistent kernel: each row starts with a prologue of its own, behind a
// barrier for the last tile of the row before.
//

#include <cuda_pipeline.h>

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile_stages[3][64];
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

    // Prologue: the first two tiles into stages 0 and 1.
    // The load stays two tiles ahead, on variables of its own.
    int k_load = 0;
    int load_stage = 0;
    for (; load_stage < 2; ++load_stage) {
      if (k_load < n) {
        load_tile(load_stage, k_load);
        k_load += 64;
      }
      __pipeline_commit();
    }
    int stage = 0;

    // Main loop. Its last trips, with no tile left to load, are the epilogue.
    for (int k = 0; k < n; k += 64) {
      __pipeline_wait_prior(1);
      __syncthreads();

      // A tile two trips ahead travels while this one is computed.
      if (k_load < n) {
        load_tile(load_stage, k_load);
        k_load += 64;
      }
      // Even when empty: the wait counts groups.
      __pipeline_commit();

      auto &tile = tile_stages[stage];

      for (int i = 0; i < 64; ++i)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];

      load_stage = stage;
      stage = stage == 2 ? 0 : stage + 1;
    }
    // Nobody goes on while the last tile is still being computed.
    __syncthreads();
    out[row * 64 + t] = sum;
  }
}
