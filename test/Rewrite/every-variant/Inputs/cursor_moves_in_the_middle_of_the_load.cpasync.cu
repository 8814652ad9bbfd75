// The load goes on from a cursor that moves within the tile, by a length of the
// tile; behind the tile it moves once more.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  int len = 16, j = 0;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int j) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[j + t], sizeof(float),
                            (j + t < n) ? 0 : sizeof(float));
    const int len = min(16, (n - j + 1) / 2);
    j += len;
    __pipeline_memcpy_async(&tile[t + 32], &A[j + t], sizeof(float),
                            (j + t < n) ? 0 : sizeof(float));
    j += 16;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (j < n)
    load_tile(stage, j);
  __pipeline_commit();

  while (j < n) {
    __pipeline_wait_prior(0);
    __syncthreads();

    len = min(16, (n - j + 1) / 2);
    j += len;
    j += 16;

    // Prefetch the next tile while this one is computed.
    if (j < n)
      load_tile(stage ^ 1, j);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < len; ++i)
      sum += tile[i] * tile[i + 32] * (t + 1);

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum + len;
}
