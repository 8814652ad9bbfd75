// Words that are copied four at a time: rows stay multiples of 16 bytes. Columns
// would be free of conflicts with 4 bytes more, but the copies would be narrow.
//

#include <cuda_pipeline.h>

__global__ void wide_rows(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  constexpr int STAGES = 3;
  // Rows are 16 bytes longer: no bank conflicts.
  __shared__ alignas(16) float As_stages[STAGES][32][32 + 4];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.y == 32 && reinterpret_cast<size_t>(A) % 16 == 0 && K % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < 256) {
        const int row = thread / 8, col = thread % 8 * 4;
        __pipeline_memcpy_async(&As[row][col], &A[row * K + k + col], 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = A[ty * K + k + tx];
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 32 < K)
      load_tile(stage, stage * 32);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 32; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 32) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += 32;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  wide_rows<<<1, dim3(32, 32)>>>(A, C, K);
}
