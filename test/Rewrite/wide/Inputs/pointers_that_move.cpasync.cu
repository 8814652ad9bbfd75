// Flat arrays, rows found by division, pointers that the loop moves on. There
// are no guards: sizes are multiples of the tile.
//

#include <cuda_pipeline.h>

__global__ void __launch_bounds__(64)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  const int BM = 16, BN = 16, BK = 8;
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][BM * BK];
  __shared__ alignas(16) float Bs_stages[STAGES][BK * BN];
  const unsigned a_row = threadIdx.x / BK, a_col = threadIdx.x % BK;
  const unsigned b_row = threadIdx.x / BN, b_col = threadIdx.x % BN;
  float sum[4] = {};

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  static_assert(BK % 4 == 0, "rows are copied 4 elements at a time");
  static_assert(BN % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage, and moves A and B on.
  auto load_tile = [&](int stage) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      if (threadIdx.x < BM * BK / 4) {
        const unsigned int row = threadIdx.x / (BK / 4),
                           col = threadIdx.x % (BK / 4) * 4;
        __pipeline_memcpy_async(&As[row * BK + col], &A[row * K + col], 16);
      }
      if (threadIdx.x < BK * BN / 4) {
        const unsigned int row = threadIdx.x / (BN / 4),
                           col = threadIdx.x % (BN / 4) * 4;
        __pipeline_memcpy_async(&Bs[row * BN + col], &B[row * N + col], 16);
      }
    } else {
      for (int offset = 0; offset < BM; offset += 64 / BK)
        __pipeline_memcpy_async(&As[(a_row + offset) * BK + a_col],
                                &A[(a_row + offset) * K + a_col],
                                sizeof(float));
      for (int offset = 0; offset < BK; offset += 64 / BN)
        __pipeline_memcpy_async(&Bs[(b_row + offset) * BN + b_col],
                                &B[(b_row + offset) * N + b_col],
                                sizeof(float));
    }
    A += BK;
    B += BK * N;
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * BK < K)
      load_tile(stage);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * BK; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage);
      k_load += BK;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 4; ++i)
      for (int x = 0; x < BK; ++x)
        sum[i] += As[(b_row * 4 + i) * BK + x] * Bs[x * BN + b_col];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  for (int i = 0; i < 4; ++i)
    C[(b_row * 4 + i) * N + b_col] = sum[i];
}
