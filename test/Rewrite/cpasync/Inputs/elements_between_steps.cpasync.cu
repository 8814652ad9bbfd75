// How many threads there are is known nowhere, but stores that go in steps of four
// elements, one to three apart, never meet.
//

#include <cuda_pipeline.h>

__global__ void points(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32 * 4];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int first) {
    auto &tile = tile_stages[stage];
    const int count = min(n, first + 32) - first;
    for (int l = t; l < count; l += blockDim.x) {
      __pipeline_memcpy_async(&tile[l * 4 + 0], &A[(first + l) * 3 + 0],
                              sizeof(float));
      __pipeline_memcpy_async(&tile[l * 4 + 1], &A[(first + l) * 3 + 1],
                              sizeof(float));
      __pipeline_memcpy_async(&tile[l * 4 + 2], &A[(first + l) * 3 + 2],
                              sizeof(float));
      __pipeline_memcpy_async(&tile[l * 4 + 3], &B[first + l], sizeof(float));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int first = 0; first < n; first += 32) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (first + 32 < n)
      load_tile(stage ^ 1, first + 32);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    const int count = min(n, first + 32) - first;
    for (int l = 0; l < count; ++l)
      sum = sum * 0.5f + tile[l * 4] * tile[l * 4 + 1] -
            tile[l * 4 + 2] * tile[l * 4 + 3];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum;
}
