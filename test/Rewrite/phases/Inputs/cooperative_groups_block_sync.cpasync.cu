// The barriers are those of a cooperative group: the whole block.
//

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void dot_rows(const float *__restrict__ a, const float *__restrict__ b,
                         float *__restrict__ out, int n) {
  cg::thread_block cta = cg::this_thread_block();
  __shared__ float a_tile_stages[2][4][16];
  __shared__ float b_tile_stages[2][4][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &a_tile = a_tile_stages[stage];
    auto &b_tile = b_tile_stages[stage];
    const bool valid = k + x < n;
    __pipeline_memcpy_async(&a_tile[y][x], &a[y * n + k + x], sizeof(float),
                            valid ? 0 : sizeof(float));
    __pipeline_memcpy_async(&b_tile[y][x], &b[y * n + k + x], sizeof(float),
                            valid ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < n; k += 16) {
    __pipeline_wait_prior(0);
    cta.sync();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < n)
      load_tile(stage ^ 1, k + 16);
    __pipeline_commit();

    auto &a_tile = a_tile_stages[stage];
    auto &b_tile = b_tile_stages[stage];

#pragma unroll
    for (int i = 0; i < 16; ++i)
      sum += a_tile[y][i] * b_tile[3 - y][(i + x) % 16];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[y * 16 + x] = sum;
}
