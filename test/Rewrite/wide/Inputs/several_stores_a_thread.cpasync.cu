// Each thread stores four elements, by four statements; sizes of 64 bits.
//

#include <cuda_pipeline.h>

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[2][16][16];
  __shared__ alignas(16) float Bs_stages[2][16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const size_t lda = K, ldb = N;
  const size_t row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum[4] = {};

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
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
      const int r = thread / 4, c = thread % 4 * 4;
      const size_t load_row = blockIdx.y * 16 + r;
      __pipeline_memcpy_async(&As[r][c], &A[load_row * lda + k + c], 16,
                              (load_row < M && k + c < K) ? 0 : 16);
      const int load_col = blockIdx.x * 16 + c;
      __pipeline_memcpy_async(&Bs[r][c], &B[(k + r) * ldb + load_col], 16,
                              (k + r < K && load_col < N) ? 0 : 16);
    } else {
      __pipeline_memcpy_async(&As[ty][tx], &A[row * lda + k + tx], sizeof(float),
                              (row < M && k + tx < K) ? 0 : sizeof(float));
      __pipeline_memcpy_async(&As[ty + 4][tx], &A[(row + 4) * lda + k + tx],
                              sizeof(float),
                              (row + 4 < M && k + tx < K) ? 0 : sizeof(float));
      __pipeline_memcpy_async(&As[ty + 8][tx], &A[(row + 8) * lda + k + tx],
                              sizeof(float),
                              (row + 8 < M && k + tx < K) ? 0 : sizeof(float));
      __pipeline_memcpy_async(&As[ty + 12][tx], &A[(row + 12) * lda + k + tx],
                              sizeof(float),
                              (row + 12 < M && k + tx < K) ? 0 : sizeof(float));
#pragma unroll
      for (int j = 0; j < 16; j += 4)
        __pipeline_memcpy_async(&Bs[ty + j][tx], &B[(k + ty + j) * ldb + col],
                                sizeof(float),
                                (k + ty + j < K && col < N) ? 0 : sizeof(float));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += 16) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < K)
      load_tile(stage ^ 1, k + 16);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int x = 0; x < 16; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += As[ty + 4 * i][x] * Bs[x][tx];

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int i = 0; i < 4; ++i)
    if (row + 4 * i < M && col < N)
      C[(row + 4 * i) * ldb + col] = sum[i];
}
