// The counters of a tile are reset beside its load and added to by other
// threads: the barrier that publishes both stays in its place.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  __shared__ unsigned counts[8];
  const int t = threadIdx.x;
  float total = 0.0f;

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

    // Nothing counted yet.
    if (t < 8)
      counts[t] = 0;
    __syncthreads(); // both are seen

    const float value = tile[31 - t];
    atomicAdd(&counts[(t * 5 + (value > 0.0f)) % 8], 1u);
    total += value * tile[t ^ 1];
    __syncthreads();

    total += counts[t % 8];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = total;
}
