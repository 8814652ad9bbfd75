// A tile's length is cut to what is left, which counts down in the body; both
// end the loop.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  int len = 32, left = n;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage, and moves A on.
  auto load_tile = [&](int stage, int left, int len) {
    auto &tile = tile_stages[stage];
    if (left < len)
      len = left;
    __pipeline_memcpy_async(&tile[t], &A[t], sizeof(float),
                            (t < len) ? 0 : sizeof(float));

    A += len;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (len == 32 && left > 0)
    load_tile(stage, left, len);
  __pipeline_commit();

  while (len == 32 && left > 0) {
    if (left < len)
      len = left;

    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int left_next = left - len;
    if (len == 32 && left_next > 0)
      load_tile(stage ^ 1, left_next, len);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    left -= len;
    for (int i = 0; i < len; ++i)
      sum += tile[i] * t;

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum + len;
}
