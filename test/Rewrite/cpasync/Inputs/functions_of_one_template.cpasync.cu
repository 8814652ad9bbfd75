// Two tiles are loaded by one function template, in two instantiations: its text
// is edited once, and holds for both.
//

#include <cuda_pipeline.h>

template <int ROWS, int COLS, typename T>
__device__ void load(T (*dst)[COLS], const T *src, int ld, int rows, int cols) {
#pragma unroll
  for (int i = 0; i < ROWS * COLS / 128; ++i) {
    const int e = threadIdx.y * 16 + threadIdx.x + i * 128;
    const int r = e / COLS, c = e % COLS;
    if constexpr (sizeof(T) == alignof(T) && sizeof(T) >= 4 && sizeof(T) <= 16)
      __pipeline_memcpy_async(&dst[r][c], &src[r * ld + c], sizeof(T),
                              (r < rows && c < cols) ? 0 : sizeof(T));
    else
      dst[r][c] = r < rows && c < cols ? src[r * ld + c] : T(0);
  }
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][32][8];
  __shared__ float Bs_stages[2][8][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32, col = blockIdx.x * 16;
  float sum[4] = {};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    load<32, 8>(As, A + row * K + k, K, M - row, K - k);
    load<8, 16>(Bs, B + k * N + col, N, K - k, N - col);
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 8) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 8 < K)
      load_tile(stage ^ 1, k + 8);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 4; ++j)
        sum[j] += As[ty * 4 + j][i] * Bs[i][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }
  for (int j = 0; j < 4; ++j)
    if (row + ty * 4 + j < M && col + tx < N)
      C[(row + ty * 4 + j) * N + col + tx] = sum[j];
}
