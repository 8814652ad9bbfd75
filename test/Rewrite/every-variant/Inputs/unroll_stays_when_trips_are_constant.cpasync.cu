// `#pragma unroll` on a K-loop of four trips stays with it.
//

#include <cuda_pipeline.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int) {
  constexpr int K = 32;
  __shared__ float As_stages[2][8][8];
  __shared__ float Bs_stages[2][8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
  float sum = 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int step) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(&As[y][x], &A[row * K + step * 8 + x],
                            sizeof(float));
    __pipeline_memcpy_async(&Bs[y][x], &B[(step * 8 + y) * N + col],
                            sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  load_tile(stage, 0);
  __pipeline_commit();

  #pragma unroll
  for (int step = 0; step < 4; ++step) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (step + 1 < 4)
      load_tile(stage ^ 1, step + 1);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    #pragma unroll
    for (int k = 0; k < 8; ++k)
      sum += As[y][k] * Bs[k][x];

    stage ^= 1; // This one is free from the next barrier on.
  }

  C[row * N + col] = sum;
}
