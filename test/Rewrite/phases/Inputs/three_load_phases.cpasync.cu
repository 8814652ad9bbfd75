// Three tiles, one after the other, and a scratch array that is filled twice.
//

// silu(gate) * up, then a dot product with the weights of the next layer.
#include <cuda_pipeline.h>

__global__ void gated(const float *__restrict__ a, const float *__restrict__ b,
                      float *__restrict__ out, int n) {
  __shared__ float gate_stages[2][2][32], up_stages[2][2][32],
      down_stages[2][2][32];
  __shared__ float hidden[2][32];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &gate = gate_stages[stage];
    auto &up = up_stages[stage];
    auto &down = down_stages[stage];
    const bool inside = k + x < n;

    __pipeline_memcpy_async(&gate[y][x], &a[y * n + k + x], sizeof(float),
                            inside ? 0 : sizeof(float));

    __pipeline_memcpy_async(&up[y][x], &b[y * n + k + x], sizeof(float),
                            inside ? 0 : sizeof(float));
    __pipeline_memcpy_async(&down[y][x], &b[(1 - y) * n + k + x], sizeof(float),
                            inside ? 0 : sizeof(float));
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

    auto &gate = gate_stages[stage];
    auto &up = up_stages[stage];
    auto &down = down_stages[stage];

    // The gate, over all rows.
    hidden[y][x] = 1.0f / (1.0f + expf(-gate[0][x] - gate[1][31 - x]));
    __syncthreads();

    const float h = hidden[1 - y][x] * up[y][31 - x];
    __syncthreads();

    hidden[y][x] = h;
    __syncthreads();

    for (int i = 0; i < 32; i += 4)
      sum += hidden[y][i] * down[y][(i + x) % 32];

    stage ^= 1; // This one is free from the next barrier on.
  }
  out[y * 32 + x] = sum;
}
