// More stages: the load runs several tiles ahead, on a k of its own. One barrier
// a trip, a wait that leaves the later tiles in flight, and no tile too many at
// the end.
//

#include <cuda_pipeline.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 4;
  __shared__ float As_stages[STAGES][TILE][TILE];
  __shared__ float Bs_stages[STAGES][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // Zeros beyond the edges.
    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float),
                            (row < M && k + tx < K) ? 0 : sizeof(float));
    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float),
                            (k + ty < K && col < N) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays three tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * TILE < K)
      load_tile(stage, stage * TILE);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile three trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
