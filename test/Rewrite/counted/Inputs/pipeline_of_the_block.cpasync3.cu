// A pipeline that the block shares: the stages go into the type of its state,
// and a trip acquires, commits, waits and releases as before.
//

#include <cooperative_groups.h>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ float As_stages[STAGES][TILE][TILE];
  __shared__ float Bs_stages[STAGES][TILE][TILE];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES>
      state;

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    pipe.producer_acquire();
    // one element of each matrix a thread
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), pipe);
    cuda::memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float),
                       pipe);
    pipe.producer_commit();
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * TILE < K)
      load_tile(stage, stage * TILE);
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += TILE) {
    pipe.consumer_wait(); // both tiles are here

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    pipe.consumer_release();

    load_stage = stage; // Free when all have released it.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  C[row * N + col] = sum;
}
