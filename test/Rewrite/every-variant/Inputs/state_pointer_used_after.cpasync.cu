// A pointer and a count move on with the tiles; what no tile holds is read
// through them after the loop.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  const float *p = A + t;
  int left = n;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage, and moves p on.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], p, sizeof(float));
    p += 32;
  };

  // Prologue: the first tile into stage 0.
  const int num_tiles = n / 32;
  int stage = 0;
  if (num_tiles > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int k = 0; k < num_tiles; k++) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 1 < num_tiles)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    left -= 32;

    for (int i = 0; i < 32; ++i)
      sum += tile[i];

    stage ^= 1; // This one is free from the next barrier on.
  }

  // The rest, without a tile.
  if (t < left)
    sum += *p;
  out[t] = sum;
}
