// The stores of a guard's branches are macros with a semicolon, and the barrier is.
//

#include <cuda_pipeline.h>

#define STORE(to, from) to = from;
#define SYNC __syncthreads();
#define TILE 32

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][TILE];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float),
                            (k + t < n) ? 0 : sizeof(float)); // behind the end
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += TILE) {
    __pipeline_wait_prior(0);
    SYNC

    // Prefetch the next tile while this one is computed.
    if (k + TILE < n)
      load_tile(stage ^ 1, k + TILE);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < TILE; ++i)
      STORE(sum, sum * 0.5f + tile[i ^ t])

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum;
}
