// A half-done pipeline: the copies are asynchronous, but the loop waits for
// them at once. They stay as they are written, a tile ahead.
//

#include <cuda_pipeline.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][TILE][TILE];
  __shared__ float Bs_stages[2][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // one element of each matrix a thread
    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float));
    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE) {
    // both tiles are here
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }

  C[row * N + col] = sum;
}
