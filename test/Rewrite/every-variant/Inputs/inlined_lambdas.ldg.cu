// The kernel's own lambdas load a tile and compute on it, by the names of the
// kernel. Their text moves to where they are called; comments go along.
//

constexpr int Tile = 16;

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][Tile][Tile + 1];
  __shared__ float Bs_stages[2][Tile][Tile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0.0f;


  const int tiles = (K + Tile - 1) / Tile;

  // The next tile, in registers.
  float next_As, next_Bs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int tile) {
    // One tile of A and one of B, zero outside of the matrices.
    int first = tile * Tile;
    const int k = first + tx; // of A
    next_As = row < M && k < K ? A[row * K + k] : 0.0f;
    next_Bs =
        first + ty < K && column < N ? B[(first + ty) * N + column] : 0.0f;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (tiles > 0)
    fetch_tile(0);

  for (int tile = 0; tile < tiles; ++tile) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[ty][tx] = next_As;
    Bs[ty][tx] = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (tile + 1 < tiles)
      fetch_tile(tile + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    // Row times column.
    #pragma unroll
    for (int k = 0; k < Tile; ++k)
      sum += As[ty][k] * Bs[k][tx];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}
