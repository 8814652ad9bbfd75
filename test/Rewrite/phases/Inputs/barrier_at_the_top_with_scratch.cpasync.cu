// barrier, load, barrier, compute with a scratch array that has a barrier of
// its own.
//

#include <cuda_pipeline.h>

template <int W>
__global__ void smooth_rows(const float *__restrict__ a, const float *__restrict__ b,
                            float *__restrict__ out, int n) {
  __shared__ float line_stages[2][2][W], weight_stages[2][2][W];
  __shared__ float filtered[2][W];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_weight;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &line = line_stages[stage];
    __pipeline_memcpy_async(&line[y][x], &a[y * n + k + x], sizeof(float),
                            (k + x < n) ? 0 : sizeof(float));
    next_weight = k + x < n ? b[y * n + k + x] : 1.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &weight = weight_stages[stage];
    weight[y][x] = next_weight;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    load_tile(stage, 0);
    store_tile(stage);
  }
  __pipeline_commit();

  for (int k = 0; k < n; k += W) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + W < n;
    if (has_next)
      load_tile(stage ^ 1, k + W);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.
    __pipeline_commit();

    auto &line = line_stages[stage];
    auto &weight = weight_stages[stage];

    // Horizontally, ...
    const float left = x > 0 ? line[y][x - 1] : 0.0f;
    const float right = x < W - 1 ? line[y][x + 1] : 0.0f;
    filtered[y][x] = (left + right) * weight[y][W - 1 - x];
    __syncthreads();

    // ... then vertically.
    sum = sum * 0.5f + filtered[0][x] - filtered[1][x] * line[y][W - 1 - x];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[y * W + x] = sum;
}

#define smooth smooth_rows<16>
template __global__ void smooth_rows<16>(const float *, const float *, float *, int);
