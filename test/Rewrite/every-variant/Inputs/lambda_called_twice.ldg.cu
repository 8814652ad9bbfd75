// One lambda loads both tiles: the generic one takes them as they are, and has
// copies of what never changes. Each call is its text, and the lambda vanishes
// with the last one.
//

constexpr int Tile = 16;

struct Limits {
  int rows, columns;
};

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][Tile][Tile];
  __shared__ float Bs_stages[2][Tile][Tile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const Limits a = {M, K}, b = {K, N};
  float sum = 0.0f;

  // The next tile, in registers.
  float next_As, next_Bs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    {
      int row = blockIdx.y * Tile;
      const bool inside = row + ty < a.rows && k + tx < a.columns;
      next_As = inside ? A[(row + ty) * a.columns + k + tx] : 0.0f;
    }
    {
      int column = blockIdx.x * Tile;
      const bool inside = k + ty < b.rows && column + tx < b.columns;
      next_Bs = inside ? B[(k + ty) * b.columns + column + tx] : 0.0f;
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += Tile) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // A tile of a matrix, zero outside of it.
    As[ty][tx] = next_As;
    Bs[ty][tx] = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + Tile < K)
      fetch_tile(k + Tile);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < Tile; ++i)
      sum += As[ty][i] * Bs[i][tx];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  const int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  if (row < M && column < N)
    C[row * N + column] = sum;
}
