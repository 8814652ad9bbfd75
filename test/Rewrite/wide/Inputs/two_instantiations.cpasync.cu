// A template for two tile sizes, launched in the file: one text for both,
// and for any other.
//

#include <cuda_pipeline.h>

template <int TILE>
__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float As_stages[STAGES][TILE][TILE],
      Bs_stages[STAGES][TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      (TILE == 16 || TILE == 8) && reinterpret_cast<size_t>(A) % 16 == 0 &&
      reinterpret_cast<size_t>(B) % 16 == 0 && K % 4 == 0 && N % 4 == 0;

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
        const int load_col = blockIdx.x * TILE + c;
        __pipeline_memcpy_async(&Bs[r][c], &B[(k + r) * N + load_col], 16,
                                (k + r < K && load_col < N) ? 0 : 16);
      }
    } else {
      // Plain loads, not overlapped: cp.async of 4 bytes is slower.
      As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
      Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
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

    for (int x = 0; x < TILE; ++x)
      sum += As[ty][x] * Bs[x][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

void run(const float *A, const float *B, float *C, int n, bool large) {
  if (large)
    gemm<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n, n, n);
  else
    gemm<8><<<dim3(n / 8, n / 8), dim3(8, 8)>>>(A, B, C, n, n, n);
}
