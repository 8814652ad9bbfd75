// Asynchronous copies of 16 bytes in loops, zero-filled behind the matrix's
// end, each matrix in a group of its own.
//

#include <cuda_pipeline_primitives.h>

#define BM 32
#define BN 32
#define BK 16
#define THREADS 64

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][BM * BK];
  __shared__ alignas(16) float Bs_stages[2][BK * BN];

  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float acc[BM * BN / THREADS] = {0.0f};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
#pragma unroll
    for (int i = tid * 4; i < BM * BK; i += THREADS * 4) {
      const int r = i / BK, c = i % BK;
      const size_t missing = row0 + r < M ? 0 : 16; // zeros below the matrix
      __pipeline_memcpy_async(&As[i], &A[(row0 + r) * K + k + c],
                              16, missing);
    }
#pragma unroll
    for (int i = tid * 4; i < BK * BN; i += THREADS * 4)
      __pipeline_memcpy_async(&Bs[i], &B[(k + i / BN) * N + col0 + i % BN], 16);
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

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int e = 0; e < BM * BN / THREADS; ++e) {
      const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
      for (int i = 0; i < BK; ++i)
        acc[e] += As[r * BK + i] * Bs[i * BN + c];
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int e = 0; e < BM * BN / THREADS; ++e) {
    const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
    C[(row0 + r) * N + col0 + c] = acc[e];
  }
}
