// Macros used as statements load the tiles, one of them around another. What
// they stand for takes their place; the macros stay for who else uses them.
//

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

  // The next tile, in registers.
  float next_As, next_Bs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    {
      const int r = i, c = k + threadIdx.x;
      if (r < M && c < K)
        next_As = A[r * K + c];
      else
        next_As = 0.0f;
    }
    {
      const int r = k + threadIdx.y, c = j;
      if (r < K && c < N)
        next_Bs = B[r * N + c];
      else
        next_Bs = 0.0f;
    }
  };

  // Prologue: load the first tile.
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += TILE_SIZE) {
    As[threadIdx.y][threadIdx.x] = next_As;
    Bs[threadIdx.y][threadIdx.x] = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + TILE_SIZE < K)
      fetch_tile(k + TILE_SIZE);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int l = 0; l < TILE_SIZE; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (i < M && j < N)
    C[i * N + j] = sum;
}
