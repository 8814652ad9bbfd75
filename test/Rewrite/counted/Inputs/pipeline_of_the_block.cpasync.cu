// A pipeline that the block shares: the stages go into the type of its state,
// and a trip acquires, commits, waits and releases as before.
//

#include <cooperative_groups.h>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][TILE][TILE];
  __shared__ float Bs_stages[2][TILE][TILE];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;

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

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);

  for (int k = 0; k < K; k += TILE) {
    pipe.consumer_wait(); // both tiles are here

    // Prefetch the next tile while this one is computed.
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    pipe.consumer_release();

    stage ^= 1; // This one is free when all have released it.
  }

  C[row * N + col] = sum;
}
