// Two tiles cut from one array at a constant offset: the second stage is a
// copy of both, and the launch pays for it.
//

#include <cuda_pipeline.h>

constexpr int BM = 64, BN = 64, BK = 8, TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float smem[];
  float *As = smem;           // BM x BK
  float *Bs = smem + BM * BK; // BK x BN

  const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM][TN] = {};

  // From one stage of the tiles to the next.
  constexpr int stage_size = BM * BK + BK * BN;
  auto *const As_stages = As;
  auto *const Bs_stages = Bs;

  // Starts the copy of one tile into a stage, and moves A and B on.
  auto load_tile = [&](int stage) {
    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;
    // Load one tile of A and one of B.
    for (int i = threadIdx.x; i < BM * BK; i += THREADS)
      __pipeline_memcpy_async(&As[i], &A[i / BK * K + i % BK], sizeof(float));
    for (int i = threadIdx.x; i < BK * BN; i += THREADS)
      __pipeline_memcpy_async(&Bs[i], &B[i / BN * N + i % BN], sizeof(float));
    A += BK;
    B += BK * N;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage);
  __pipeline_commit();

  for (int k = 0; k < K; k += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;

    for (int p = 0; p < BK; ++p)
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] += As[(ty * TM + i) * BK + p] * Bs[p * BN + tx * TN + j];

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(ty * TM + i) * N + tx * TN + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  dim3 grid(N / BN, M / BM);
  size_t smem_bytes = 2 * (BM * BK + BK * BN) * sizeof(float);
  gemm<<<grid, THREADS, smem_bytes>>>(A, B, C, M, N, K);
}
