// The step shrinks at the last trip, where the load phase starts: the header,
// the load and compute use it. The statement stays where it is, the load phase
// of the next tile makes it once more.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  int len = blockDim.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int j, int len) {
    auto &tile = tile_stages[stage];
    // The last tile may be short.
    if (j + len > n)
      len = n - j;

    __pipeline_memcpy_async(&tile[t], &A[j + t], sizeof(float),
                            (t < len) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0, len);
  __pipeline_commit();

  for (int j = 0; j < n; j += len) {
    // The last tile may be short.
    if (j + len > n)
      len = n - j;

    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (j + len < n)
      load_tile(stage ^ 1, j + len, len);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum + len;
}
