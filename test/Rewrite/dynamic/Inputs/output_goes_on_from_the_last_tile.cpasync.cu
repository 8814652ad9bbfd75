// Behind the loop a tile is read once more, and then the memory becomes that of the
// output: it goes on from the last stage, which needs that much more.
//

#include <cuda_pipeline.h>

constexpr int BM = 32, BN = 32, BK = 8, THREADS = 64;
__global__ void __launch_bounds__(THREADS)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float smem_stages[];
  auto *smem = smem_stages;
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float *As = smem, *Bs = smem + BM * BK;
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
      __pipeline_memcpy_async(&As[i], &A[(row0 + i / BK) * K + k + i % BK], sizeof(float),
                              (row0 + i / BK < M && k + i % BK < K) ? 0 : sizeof(float));
    for (int i = t; i < BK * BN; i += THREADS)
      __pipeline_memcpy_async(&Bs[i], &B[(k + i / BN) * N + col0 + i % BN], sizeof(float),
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
  // What follows goes on from the stage of the last tile.
  smem = smem_stages + (stage ^ 1) * stage_size;
  if (K > 0)
    acc[0][0] += smem[t]; // of the last tile
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
  const size_t operands = (BM * BK + BK * BN) * sizeof(float), output = BM * BN * sizeof(float);
  gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), THREADS, (operands > output ? operands : output) + (BM * BK + BK * BN) * sizeof(float)>>>(A, B, C, M, N, K);
}
