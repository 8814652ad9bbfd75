// What is stored is what a function returns: its expression takes the place of
// the call, and is copied 16 bytes at a time.
//

/// Zero behind the edge.
#include <cuda_pipeline.h>

__device__ __forceinline__ float load(const float *__restrict__ matrix, int row,
                                      int col, int rows, int cols) {
  if (row >= rows || col >= cols)
    return 0.0f;
  const int at = row * cols + col;
  return matrix[at];
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][16][16],
      Bs_stages[STAGES][16][16];
  const int tid = threadIdx.y * 16 + threadIdx.x;
  const int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  float sum = 0.0f;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.y == 16 && reinterpret_cast<size_t>(A) % 16 == 0 &&
      reinterpret_cast<size_t>(B) % 16 == 0 && K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      if (tid < 64) {
        const int r = tid / 4, c = tid % 4 * 4;
        __pipeline_memcpy_async(&As[r][c], &A[(row0 + r) * K + (k + c)], 16,
                                (row0 + r >= M || k + c >= K) ? 16 : 0);
      }
      if (tid < 64) {
        const int i = tid / 4, c = tid % 4 * 4;
        const int col = col0 + static_cast<unsigned int>(c);
        __pipeline_memcpy_async(&Bs[i][c], &B[(k + i) * N + col], 16,
                                (k + i >= K || col >= N) ? 16 : 0);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      // One element a thread.
      As[tid / 16][tid % 16] = row0 + tid / 16 >= M || k + tid % 16 >= K
                                   ? 0.0f
                                   : A[(row0 + tid / 16) * K + (k + tid % 16)];
      for (int i = threadIdx.y; i < 16; i += blockDim.y) {
        const int col = col0 + threadIdx.x;
        __pipeline_memcpy_async(&Bs[i][threadIdx.x], &B[(k + i) * N + col],
                                sizeof(float),
                                (k + i >= K || col >= N) ? sizeof(float) : 0);
      }
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

  for (int k = 0; k < K; k += 16) {
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

    for (int i = 0; i < 16; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  const int row = row0 + threadIdx.y, col = col0 + threadIdx.x;
  if (row < M && col < N)
    C[row * N + col] = sum;
}
