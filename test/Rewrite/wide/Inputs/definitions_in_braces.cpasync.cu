// Rows and columns that are unsigned and set in braces: what stands for them in
// the wide copies is signed, which braces would not let in.
//

#include <cuda_pipeline.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][16][16],
      Bs_stages[STAGES][16][16];
  const unsigned tx{threadIdx.x}, ty{threadIdx.y};
  const unsigned row{blockIdx.y * 16 + ty}, col{blockIdx.x * 16 + tx};
  float sum{0.0f};

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 64) {
        const unsigned int r = thread / 4, c = thread % 4 * 4;
        const unsigned load_row = blockIdx.y * 16 + r;
        __pipeline_memcpy_async(&As[r][c], &A[load_row * K + k + c], 16,
                                (load_row < M && k + c < K) ? 0 : 16);
        const unsigned from = k + r;
        const unsigned load_col = blockIdx.x * 16 + c;
        __pipeline_memcpy_async(&Bs[r][c], &B[from * N + load_col], 16,
                                (from < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
      const unsigned from{k + ty};
      Bs[ty][tx] = from < K && col < N ? B[from * N + col] : 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 16 < K)
      load_tile(stage, stage * 16);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 16; // Kept ahead of k: fewer registers.

  for (int k{0}; k < K; k += 16) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += 16;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i{0}; i < 16; ++i)
      sum += As[ty][i] * Bs[i][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
