// A persistent kernel: the K-loop runs again and again in an outer loop, so
// its last tile must be read before the next round's first is stored.
//

#include <cuda_pipeline.h>

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile_stages[2][64];
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

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (n > 0)
      load_tile(stage, 0);
    __pipeline_commit();

    for (int k = 0; k < n; k += 64) {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 64 < n)
        load_tile(stage ^ 1, k + 64);
      __pipeline_commit();

      auto &tile = tile_stages[stage];

      for (int i = 0; i < 64; ++i)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];

      stage ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();

    out[row * 64 + t] = sum;
  }
}
