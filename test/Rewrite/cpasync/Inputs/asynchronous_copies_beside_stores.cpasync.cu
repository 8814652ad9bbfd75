// One tile is copied asynchronously, the others stored: a plain copy becomes
// asynchronous too, a transposed and scaled one goes through registers.
//

#include <cuda_pipeline.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][TILE][TILE];
  __shared__ float Bs_stages[2][TILE][TILE + 1]; // transposed
  __shared__ float bias_stages[2][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;

  // The next tile, in registers.
  float next_Bs;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &bias = bias_stages[stage];
    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float));
    next_Bs = B[(k + ty) * N + col];
    if (ty == 0)
      __pipeline_memcpy_async(&bias[tx], &A[k + tx], sizeof(float));
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &Bs = Bs_stages[stage];
    Bs[tx][ty] = next_Bs * 0.5f;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0) {
    load_tile(stage, 0);
    store_tile(stage);
  }
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + TILE < K;
    if (has_next)
      load_tile(stage ^ 1, k + TILE);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    auto &bias = bias_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[tx][i] + bias[i];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }

  C[row * N + col] = sum;
}
