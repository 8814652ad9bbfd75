// Single bytes, shared out by a flat index: cp.async cannot move them one by
// one. Sizes that are no multiple of 16, or pointers, take the user's own loop.
//

#include <cstdint>
#include <cuda_pipeline.h>

#define BM 16
#define BN 16
#define BK 32
#define THREADS 32

__global__ void __launch_bounds__(THREADS)
    gemm(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
         int *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) int8_t As_stages[STAGES][BM][BK];
  __shared__ alignas(16) int8_t Bs_stages[STAGES][BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int acc[BM / 2] = {};

  static_assert(BK % 16 == 0, "rows are copied 16 elements at a time");
  static_assert(BN % 16 == 0, "rows are copied 16 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 16 == 0 && N % 16 == 0;

  // Called with a constant: two loops, each with one kind of copy.
  auto pipeline = [&](bool wide) {
    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k0) {
      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];
      // Rows of A, zeros behind its edges.
      if (wide) {
        {
          const int r = tid / (BK / 16), c = tid % (BK / 16) * 16;
          __pipeline_memcpy_async(&As[r][c], &A[(row0 + r) * K + k0 + c], 16,
                                  (row0 + r < M && k0 + c < K) ? 0 : 16);
        }
        {
          const int r = tid;
          __pipeline_memcpy_async(&Bs[r][0], &B[(k0 + r) * N + col0], 16,
                                  (k0 + r < K && col0 < N) ? 0 : 16);
        }
      } else {
        // Too narrow for cp.async: plain loads, not overlapped.
        for (int i = tid; i < BM * BK; i += THREADS) {
          const int r = i / BK, c = i % BK;
          As[r][c] =
              row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0;
        }
        for (int i = tid; i < BK * BN; i += THREADS) {
          const int r = i / BN, c = i % BN;
          Bs[r][c] =
              k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0;
        }
      }
    };

    // Prologue: fill all stages but the last. The load stays two tiles ahead.
    for (int stage = 0; stage < STAGES - 1; ++stage) {
      if (stage * BK < K)
        load_tile(stage, stage * BK);
      __pipeline_commit();
    }
    int stage = 0, load_stage = STAGES - 1;
    int k0_load = (STAGES - 1) * BK; // Kept ahead of k0: fewer registers.

    for (int k0 = 0; k0 < K; k0 += BK) {
      __pipeline_wait_prior(STAGES - 2);
      __syncthreads();

      // Prefetch the tile two trips ahead while this one is computed.
      if (k0_load < K) {
        load_tile(load_stage, k0_load);
        k0_load += BK;
      }
      __pipeline_commit(); // Even when empty: the wait counts groups.

      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];

      for (int k = 0; k < BK; ++k)
        for (int j = 0; j < BM / 2; ++j)
          acc[j] += As[tid / BN * (BM / 2) + j][k] * Bs[k][tid % BN];

      load_stage = stage; // Free from the next barrier on.
      stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
  };
  if (wide_copies)
    pipeline(true);
  else
    pipeline(false);

  for (int j = 0; j < BM / 2; ++j) {
    const int row = row0 + tid / BN * (BM / 2) + j, col = col0 + tid % BN;
    if (row < M && col < N)
      C[row * N + col] = acc[j];
  }
}
