// The load phase is two calls of a template. Nothing else calls it, so its
// store becomes the asynchronous copy.
//
//
// `auto` has no other choice:

#include <cuda_pipeline.h>

#define BM 16
#define BK 16

// Copies one tile of a row-major matrix.
template <int ROWS, int COLS>
__device__ __forceinline__ void load_tile(float (&dst)[ROWS][COLS + 1],
                                          const float *src, int ld) {
  for (int r = threadIdx.y; r < ROWS; r += 4)
    __pipeline_memcpy_async(&dst[r][threadIdx.x], &src[r * ld + threadIdx.x],
                            sizeof(float)); // coalesced
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][BM][BK + 1];
  __shared__ float Bs_stages[2][BK][BM + 1];
  const int row = blockIdx.y * BM, col = blockIdx.x * BM;
  float acc[4] = {};

  // Starts the copy of one tile into a stage.
  auto load_stage = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // Both operands.
    load_tile<BM, BK>(As, A + row * K + k, K);
    load_tile<BK, BM>(Bs, &B[k * N + col], N);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_stage(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      load_stage(stage ^ 1, k + BK);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < BK; ++i)
      for (int r = 0; r < 4; ++r)
        acc[r] += As[threadIdx.y + 4 * r][i] * Bs[i][threadIdx.x];

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int r = 0; r < 4; ++r)
    C[(row + threadIdx.y + 4 * r) * N + col + threadIdx.x] = acc[r];
}
