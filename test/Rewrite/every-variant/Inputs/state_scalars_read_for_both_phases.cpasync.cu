// Length and scale of each group come from memory; the load phase needs them,
// and so does compute. Both read them: nothing in the loop writes there.
//

#include <cuda_pipeline.h>

__global__ void groups(const float *__restrict__ A,
                       const int *__restrict__ lengths,
                       const float *__restrict__ scales,
                       float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int g) {
    auto &tile = tile_stages[stage];
    // How much of the group is there.
    const int len = lengths[g];
    const float scale = scales[g];
    __pipeline_memcpy_async(&tile[t], &A[g * 32 + t], sizeof(float),
                            (t < len && scale > 0.0f) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int g = 0; g < n; ++g) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (g + 1 < n)
      load_tile(stage ^ 1, g + 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    const int len = lengths[g];
    const float scale = scales[g];

    for (int i = 0; i < len; ++i)
      sum += tile[i] * scale;

    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum;
}
