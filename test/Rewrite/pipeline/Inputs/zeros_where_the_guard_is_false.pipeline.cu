// cuda::memcpy_async has no bytes that are zero: where the guard is false, the
// thread stores what the user wrote.
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

  float sum = 0.0f;

  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (row < M && k + tx < K)
      cuda::memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float),
                         pipe);
    else
      As[ty][tx] = 0.0f;
    if (k + ty >= K || col >= N)
      Bs[ty][tx] = 0;
    else
      cuda::memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float),
                         pipe);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  pipe.producer_acquire();
  if (K > 0)
    load_tile(stage, 0);
  pipe.producer_commit();

  for (int k = 0; k < K; k += TILE) {
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    pipe.producer_acquire();
    if (k + TILE < K)
      load_tile(stage ^ 1, k + TILE);
    pipe.producer_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    pipe.consumer_release();
    stage ^= 1; // This one is free from the next barrier on.
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
