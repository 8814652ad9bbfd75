// Pointers that only the load uses move with it; the counter that the condition
// asks has a second one for the tiles ahead. Behind the loop all hold what they
// always held.
//

#include <cuda_pipeline.h>

#define BM 32
#define BN 32
#define BK 8
#define THREADS 64

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 4;
  __shared__ float As_stages[STAGES][BM][BK];
  __shared__ float Bs_stages[STAGES][BK][BN];

  const int tid = threadIdx.x;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[BM * BN / THREADS] = {0.0f};
  int left = K;

  // Starts the copy of one tile into a stage, and moves A and B on.
  auto load_tile = [&](int stage) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    for (int i = tid; i < BM * BK; i += THREADS)
      __pipeline_memcpy_async(&As[i / BK][i % BK], &A[i / BK * K + i % BK],
                              sizeof(float));
    for (int i = tid; i < BK * BN; i += THREADS)
      __pipeline_memcpy_async(&Bs[i / BN][i % BN], &B[i / BN * N + i % BN],
                              sizeof(float));
    A += BK;     // the next columns
    B += BK * N; // the next rows
  };

  // Prologue: fill all stages but the last. The load stays three tiles ahead.
  int left_load = left;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (left_load > 0) {
      load_tile(stage);
      left_load -= BK;
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;

  while (left > 0) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile three trips ahead while this one is computed.
    if (left_load > 0) {
      load_tile(load_stage);
      left_load -= BK;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int e = 0; e < BM * BN / THREADS; ++e) {
      const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
      for (int i = 0; i < BK; ++i)
        acc[e] += As[r][i] * Bs[i][c];
    }
    left -= BK;

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  for (int e = 0; e < BM * BN / THREADS; ++e) {
    const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
    C[r * N + c] = acc[e] + left;
  }
}
