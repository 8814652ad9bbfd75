// The block says how large the tiles are; the second starts behind the first.
//

#include <cuda_pipeline.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float shared[];
  const int tile = blockDim.x;
  float *As = shared;
  float *Bs = As + tile * tile;

  const int row = blockIdx.y * tile + threadIdx.y;
  const int col = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;

  // From one stage of the tiles to the next.
  const int stage_size = (tile * tile + tile * tile + 3) / 4 * 4;
  auto *const As_stages = As;
  auto *const Bs_stages = Bs;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;
    const int a = k + threadIdx.x, b = k + threadIdx.y;
    __pipeline_memcpy_async(&As[threadIdx.y * tile + threadIdx.x],
                            &A[row * K + a], sizeof(float),
                            (row < M && a < K) ? 0 : sizeof(float));
    __pipeline_memcpy_async(&Bs[threadIdx.y * tile + threadIdx.x],
                            &B[b * N + col], sizeof(float),
                            (col < N && b < K) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += tile) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + tile < K)
      load_tile(stage ^ 1, k + tile);
    __pipeline_commit();

    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;

    for (int i = 0; i < tile; ++i)
      sum += As[threadIdx.y * tile + i] * Bs[i * tile + threadIdx.x];

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const int tile = 8;
  dim3 block(tile, tile), grid((N + tile - 1) / tile, (M + tile - 1) / tile);
  gemm<<<grid, block, 2 * 2 * tile * tile * sizeof(float)>>>(A, B, C, M, N, K);
}
