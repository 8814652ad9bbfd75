// A `while` loop whose variables move in the body and live on after the loop.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  int k = 0, left = n;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage, and moves k on.
  auto load_tile = [&](int stage, int left) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (t < left) ? 0 : sizeof(float));

    // Move on to the next tile.
    k += 32;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (left > 0)
    load_tile(stage, left);
  __pipeline_commit();

  while (left > 0) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (left - 32 > 0)
      load_tile(stage ^ 1, left - 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i];
    left -= 32;

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum + k * 1000.0f + left;
}
