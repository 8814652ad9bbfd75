// What is in dynamic memory in front of the tiles is in nobody's way: stages follow
// the tiles.
//

#include <cuda_pipeline.h>

constexpr int BM = 32, BN = 32, BK = 8, THREADS = 64;

__global__ void __launch_bounds__(THREADS)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float *scale = smem, *As = smem + BM, *Bs = As + BM * BK;
  if (t < BM)
    scale[t] = 0.5f * t + row0;
  __syncthreads();
  float acc[4][4] = {};

  // From one stage of the tiles to the next.
  constexpr int stage_size = BM * BK + BK * BN;
  auto *const As_stages = As;
  auto *const Bs_stages = Bs;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;
    for (int i = t; i < BM * BK; i += THREADS)
      __pipeline_memcpy_async(
          &As[i], &A[(row0 + i / BK) * K + k + i % BK], sizeof(float),
          (row0 + i / BK < M && k + i % BK < K) ? 0 : sizeof(float));
    for (int i = t; i < BK * BN; i += THREADS)
      __pipeline_memcpy_async(
          &Bs[i], &B[(k + i / BN) * N + col0 + i % BN], sizeof(float),
          (k + i / BN < K && col0 + i % BN < N) ? 0 : sizeof(float));
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      load_tile(stage ^ 1, k + BK);
    __pipeline_commit();

    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;

    for (int p = 0; p < BK; ++p)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += As[(ty * 4 + i) * BK + p] * Bs[p * BN + tx * 4 + j];

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (row0 + ty * 4 + i < M && col0 + tx * 4 + j < N)
        C[(row0 + ty * 4 + i) * N + col0 + tx * 4 + j] =
            scale[ty * 4 + i] * acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const size_t bytes = (2 * (BM * BK + BK * BN) + BM) * sizeof(float);
  gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), THREADS, bytes>>>(
      A, B, C, M, N, K);
}
