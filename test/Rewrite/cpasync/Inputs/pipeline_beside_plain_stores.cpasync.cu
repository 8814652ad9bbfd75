// What the pipeline counts stays asynchronous; a plain store may come behind its
// commit, so it goes through registers.
//

#include <cuda/pipeline>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][TILE][TILE];
  __shared__ float Bs_stages[2][TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;
  auto pipe = cuda::make_pipeline();

  float sum = 0.0f;

  // The next tile, in registers.
  float next_Bs;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    pipe.producer_acquire();
    cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float), pipe);
    pipe.producer_commit();
    next_Bs = B[(k + ty) * N + col];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &Bs = Bs_stages[stage];
    Bs[ty][tx] = next_Bs;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0) {
    load_tile(stage, 0);
    store_tile(stage);
  }

  for (int k = 0; k < K; k += TILE) {
    pipe.consumer_wait();
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + TILE < K;
    if (has_next)
      load_tile(stage ^ 1, k + TILE);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    pipe.consumer_release();

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }

  C[row * N + col] = sum;
}
