// Macros used as statements load the tiles, one of them around another. What
// they stand for takes their place; the macros stay for who else uses them.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DRAGGED
// RUN: %golden cpasync
// RUN: %golden ldg-single

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
  __shared__ float As[TILE_SIZE][TILE_SIZE], Bs[TILE_SIZE][TILE_SIZE];
  const int i = blockIdx.y * TILE_SIZE + threadIdx.y;
  const int j = blockIdx.x * TILE_SIZE + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE_SIZE) {
    LOAD_TILE(As, A, M, K, i, k + threadIdx.x);
    LOAD_TILE(Bs, B, K, N, k + threadIdx.y, j);
    __syncthreads();
    for (int l = 0; l < TILE_SIZE; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (i < M && j < N)
    C[i * N + j] = sum;
}
