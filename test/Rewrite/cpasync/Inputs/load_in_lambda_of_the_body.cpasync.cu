// The load phase is made of lambdas that are written in the loop body; one is
// called where it stands.
//

#include <cuda_pipeline.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][16][16], Bs_stages[2][16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float acc = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // A goes over its rows.
    auto load_a = [&](int column) {
      __pipeline_memcpy_async(&As[ty][tx], &A[row * K + column], sizeof(float),
                              (row < M && column < K) ? 0 : sizeof(float));
    };
    load_a(k + tx);
    [&](int r) {
      __pipeline_memcpy_async(&Bs[ty][tx], &B[r * N + col], sizeof(float),
                              (r < K && col < N) ? 0 : sizeof(float));
    }(k + ty);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < K)
      load_tile(stage ^ 1, k + 16);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 16; ++i)
      acc += As[ty][i] * Bs[i][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}
