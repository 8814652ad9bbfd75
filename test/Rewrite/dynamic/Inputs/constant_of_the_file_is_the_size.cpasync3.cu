// The size of the launch is a constant of the file, the greater one of the tiles
// and what lies there behind the loop. It follows where it is computed; so do the
// test of the host and the attribute, which a lambda has set before.
//

#include <algorithm>
#include <cstdio>
#include <cuda_pipeline.h>

constexpr int BM = 32, BN = 32, BK = 16, THREADS = 64;
constexpr int TILES = (BM * BK + BK * BN) * sizeof(float);
constexpr int OUTPUT = BM * BN * sizeof(float) + 32;
constexpr int BYTES = std::max(3 * TILES, OUTPUT);

__global__ void __launch_bounds__(THREADS)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float *As = smem, *Bs = smem + BM * BK;
  float acc[4][4] = {};

  constexpr int STAGES = 3;

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

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * BK < K)
      load_tile(stage, stage * BK);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * BK; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += BK;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;

    for (int p = 0; p < BK; ++p)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += As[(ty * 4 + i) * BK + p] * Bs[p * BN + tx * 4 + j];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      smem[(ty * 4 + i) * BN + tx * 4 + j] = acc[i][j];
  __syncthreads();
  for (int e = t; e < BM * BN; e += THREADS)
    if (row0 + e / BN < M && col0 + e % BN < N)
      C[(row0 + e / BN) * N + col0 + e % BN] = smem[e];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  static const bool ready = [] {
    if (99 * 1024 < int(BYTES))
      std::printf("too much\n");
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         BYTES);
    return true;
  }();
  (void)ready;
  gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), THREADS, BYTES>>>(
      A, B, C, M, N, K);
}
