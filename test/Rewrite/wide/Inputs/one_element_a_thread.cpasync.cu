// One element a thread, by the thread's own row and column. No launch is in
// sight: that blocks are square is tested, too. Narrow copies are the user's own
// statements: one cp.async of four bytes a thread loses
// (docs/developers/performance-log.md).
//

#include <cuda_pipeline.h>

#define TILE 8

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][TILE][TILE];
  __shared__ alignas(16) float Bs_stages[STAGES][TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;

  static_assert(TILE % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      reinterpret_cast<size_t>(A) % 16 == 0 &&
      reinterpret_cast<size_t>(B) % 16 == 0 &&
      K % 4 == 0 &&
      N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int t) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < TILE * TILE / 4) {
        const int r = thread / (TILE / 4), c = thread % (TILE / 4) * 4;
        const int load_row = blockIdx.y * TILE + r;
        __pipeline_memcpy_async(&As[r][c], &A[load_row * K + t * TILE + c], 16,
                                (load_row < M && t * TILE + c < K) ? 0 : 16);
        const int load_col = blockIdx.x * TILE + c;
        __pipeline_memcpy_async(&Bs[r][c], &B[(t * TILE + r) * N + load_col], 16,
                                (t * TILE + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && t * TILE + tx < K ? A[row * K + t * TILE + tx] : 0.0f;
      Bs[ty][tx] = t * TILE + ty < K && col < N ? B[(t * TILE + ty) * N + col] : 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  const int num_tiles = (K + TILE - 1) / TILE;
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < num_tiles)
      load_tile(stage, stage);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int t_load = STAGES - 1; // Kept ahead of t: fewer registers.

  for (int t = 0; t < num_tiles; ++t) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (t_load < num_tiles) {
      load_tile(load_stage, t_load);
      ++t_load;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int k = 0; k < TILE; ++k)
      sum += As[ty][k] * Bs[k][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
