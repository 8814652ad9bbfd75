// Each trip stores its result behind the last barrier, where nobody of the block
// reads it: the barrier protects the tile alone, and goes.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float));
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

    auto &tile = tile_stages[stage];

    float sum = 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * tile[i ^ t];
    out[t] = sum;

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  if (n <= 0)
    out[t] = 0.0f;
}
