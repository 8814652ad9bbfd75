// Rows of one element more start at no multiples of 16 bytes; those of four more
// do, and here meet no bank twice either: threads read one tile along its rows,
// four elements at a time, of the other elements that lie side by side.
//

#include <cuda_pipeline.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  // Rows are 12 bytes longer, for copies of 16 bytes.
  __shared__ alignas(16) float As_stages[STAGES][TILE][TILE + 4]; // against bank conflicts
  constexpr int Bs_pitch = TILE + 4;
  __shared__ alignas(16) float Bs_stages[STAGES][TILE * Bs_pitch];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  static_assert(TILE % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.x == TILE &&
      blockDim.y == TILE &&
      reinterpret_cast<size_t>(A) % 16 == 0 &&
      reinterpret_cast<size_t>(B) % 16 == 0 &&
      K % 4 == 0 &&
      N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      const int thread = threadIdx.y * blockDim.x + threadIdx.x;
      if (thread < TILE * TILE / 4) {
        const int r = thread / (TILE / 4), c = thread % (TILE / 4) * 4;
        const int load_row = blockIdx.y * TILE + r;
        __pipeline_memcpy_async(&As[r][c], &A[load_row * K + k + c], 16,
                                (load_row < M && k + c < K) ? 0 : 16);
      }
      if (thread < 64) {
        const int r = thread / 4, c = thread % 4 * 4;
        const int load_col = blockIdx.x * TILE + c;
        __pipeline_memcpy_async(&Bs[r * Bs_pitch + c], &B[(k + r) * N + load_col],
                                16, (k + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
      Bs[ty * Bs_pitch + tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * TILE < K)
      load_tile(stage, stage * TILE);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i * Bs_pitch + tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  gemm<<<grid, dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
