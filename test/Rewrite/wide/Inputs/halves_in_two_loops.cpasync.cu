// Halves, shared out by a loop over rows and one over columns; the zero stands
// in the other branch.
//

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

constexpr int BLOCK = 16;

__global__ void gemm(const __half *__restrict__ A, const __half *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) __half As_stages[STAGES][BLOCK][BLOCK + 8],
      Bs_stages[STAGES][BLOCK][BLOCK + 8];
  float sum[BLOCK / 4][BLOCK / 8] = {};

  static_assert(BLOCK % 8 == 0, "rows are copied 8 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = blockDim.x == 8 && blockDim.y == 4 &&
                           reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 8 == 0 && N % 8 == 0;

  // Called with a constant: two loops, each with one kind of copy.
  auto pipeline = [&](bool wide) {
    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];
      if (wide) {
        const int thread = threadIdx.y * blockDim.x + threadIdx.x;
        const int r = thread / (BLOCK / 8), c = thread % (BLOCK / 8) * 8;
        const int row = blockIdx.y * BLOCK + r;
        __pipeline_memcpy_async(&As[r][c], &A[row * K + k + c], 16,
                                (row >= M || k + c >= K) ? 16 : 0);
        const int col = blockIdx.x * BLOCK + c;
        __pipeline_memcpy_async(&Bs[r][c], &B[(k + r) * N + col], 16,
                                (k + r < K && col < N) ? 0 : 16);
      } else {
        // Too narrow for cp.async: plain loads, not overlapped.
        for (int r = threadIdx.y; r < BLOCK; r += 4)
          for (int c = threadIdx.x; c < BLOCK; c += 8) {
            const int row = blockIdx.y * BLOCK + r;
            if (row >= M || k + c >= K)
              As[r][c] = __float2half(0.0f);
            else
              As[r][c] = A[row * K + k + c];
          }
        for (int r = threadIdx.y; r < BLOCK; r += 4)
          for (int c = threadIdx.x; c < BLOCK; c += 8) {
            const int col = blockIdx.x * BLOCK + c;
            if (k + r < K && col < N)
              Bs[r][c] = B[(k + r) * N + col];
            else
              Bs[r][c] = __float2half(0.0f);
          }
      }
    };

    // Prologue: fill all stages but the last. The load stays two tiles ahead.
    for (int stage = 0; stage < STAGES - 1; ++stage) {
      if (stage * BLOCK < K)
        load_tile(stage, stage * BLOCK);
      __pipeline_commit();
    }
    int stage = 0, load_stage = STAGES - 1;
    int k_load = (STAGES - 1) * BLOCK; // Kept ahead of k: fewer registers.

    for (int k = 0; k < K; k += BLOCK) {
      __pipeline_wait_prior(STAGES - 2);
      __syncthreads();

      // Prefetch the tile two trips ahead while this one is computed.
      if (k_load < K) {
        load_tile(load_stage, k_load);
        k_load += BLOCK;
      }
      __pipeline_commit(); // Even when empty: the wait counts groups.

      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];

      for (int i = 0; i < BLOCK / 4; ++i)
        for (int j = 0; j < BLOCK / 8; ++j)
          for (int x = 0; x < BLOCK; ++x)
            sum[i][j] += __half2float(As[threadIdx.y + 4 * i][x]) *
                         __half2float(Bs[x][threadIdx.x + 8 * j]);

      load_stage = stage; // Free from the next barrier on.
      stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
  };
  if (wide_copies)
    pipeline(true);
  else
    pipeline(false);

  for (int i = 0; i < BLOCK / 4; ++i)
    for (int j = 0; j < BLOCK / 8; ++j) {
      const int row = blockIdx.y * BLOCK + threadIdx.y + 4 * i;
      const int col = blockIdx.x * BLOCK + threadIdx.x + 8 * j;
      if (row < M && col < N)
        C[row * N + col] = sum[i][j];
    }
}
