// Macros used as statements load the tiles, one of them around another. What
// they stand for takes their place; the macros stay for who else uses them.
//

#include <cuda_pipeline.h>

#define TILE_SIZE 16
#define COPY(to, from) (to) = (from)
#define LOAD_TILE(tile, matrix, rows, columns, row, column)                    \
  do {                                                                         \
    const int r = (row), c = (column);                                         \
    if (r < (rows) && c < (columns))                                           \
      tile[threadIdx.y][threadIdx.x] = matrix[r * (columns) + c];              \
    else                                                                       \
      COPY(tile[threadIdx.y][threadIdx.x], 0.0f);                              \
  } while (0)

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][TILE_SIZE][TILE_SIZE], Bs_stages[2][TILE_SIZE][TILE_SIZE];
  const int i = blockIdx.y * TILE_SIZE + threadIdx.y;
  const int j = blockIdx.x * TILE_SIZE + threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    {
      const int r = i, c = k + threadIdx.x;
      __pipeline_memcpy_async(&As[threadIdx.y][threadIdx.x], &A[r * K + c],
                              sizeof(float),
                              (r < M && c < K) ? 0 : sizeof(float));
    }
    {
      const int r = k + threadIdx.y, c = j;
      __pipeline_memcpy_async(&Bs[threadIdx.y][threadIdx.x], &B[r * N + c],
                              sizeof(float),
                              (r < K && c < N) ? 0 : sizeof(float));
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k = 0; k < K; k += TILE_SIZE) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE_SIZE < K)
      load_tile(stage ^ 1, k + TILE_SIZE);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int l = 0; l < TILE_SIZE; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];

    stage ^= 1; // This one is free from the next barrier on.
  }
  if (i < M && j < N)
    C[i * N + j] = sum;
}
