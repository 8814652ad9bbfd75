// Each thread's pointer starts at its first row, and a loop adds the others:
// the copy counts rows from the first of the tile.
//

#include <cuda_pipeline.h>

constexpr int BM = 32, BN = 16, BK = 16, PER_BLOCK = 64;

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][BM][BK], Bs_stages[2][BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int r = threadIdx.x / BK, c = threadIdx.x % BK;
  constexpr int STEP = PER_BLOCK / BK;

  float sums[BM * BN / PER_BLOCK] = {};

  static_assert(BK % 4 == 0, "rows are copied 4 elements at a time");
  static_assert(BN % 4 == 0, "rows are copied 4 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.x == PER_BLOCK && reinterpret_cast<size_t>(A) % 16 == 0 &&
      reinterpret_cast<size_t>(B) % 16 == 0 && K % 4 == 0 && N % 4 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      #pragma unroll
      for (int i = 0; i < BM * BK / 4; i += PER_BLOCK) {
        const int row = (i + threadIdx.x) / (BK / 4),
                  col = (i + threadIdx.x) % (BK / 4) * 4;
        __pipeline_memcpy_async(&As[row][col], A + (row0 + row) * K + col + k0,
                                16, (row0 + row < M && k0 + col < K) ? 0 : 16);
      }
      {
        const int row = threadIdx.x / (BN / 4),
                  col = threadIdx.x % (BN / 4) * 4;
        __pipeline_memcpy_async(&Bs[row][col],
                                B + row * N + col0 + col + size_t(k0) * N, 16,
                                (k0 + row < K && col0 + col < N) ? 0 : 16);
      }
    } else {
      for (int i = 0; i < BM / STEP; ++i)
        __pipeline_memcpy_async(
            &As[r + i * STEP][c], A + (row0 + r) * K + c + k0 + i * STEP * K,
            sizeof(float),
            (row0 + r + i * STEP < M && k0 + c < K) ? 0 : sizeof(float));
      for (int i = 0; i < BK / STEP; ++i)
        __pipeline_memcpy_async(
            &Bs[r + i * STEP][c],
            B + r * N + col0 + c + size_t(k0) * N + i * STEP * N, sizeof(float),
            (k0 + r + i * STEP < K && col0 + c < N) ? 0 : sizeof(float));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      load_tile(stage ^ 1, k0 + BK);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] += As[r + i * STEP][k] * Bs[k][c];

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
    if (row0 + r + i * STEP < M && col0 + c < N)
      C[(row0 + r + i * STEP) * N + col0 + c] = sums[i];
}
