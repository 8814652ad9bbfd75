// Variables that are set by one value in braces: the counter, temporaries, sizes,
// a pointer that moves with the loop and one into the tile.
//

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int Tile{8};
  __shared__ float As_stages[2][Tile][Tile], Bs_stages[2][Tile][Tile];
  const int tx{int(threadIdx.x)}, ty{int(threadIdx.y)};
  const int row{int(blockIdx.y) * Tile + ty}, col{int(blockIdx.x) * Tile + tx};
  const float *from_b{B + col};
  auto tiles{(K + Tile - 1) / Tile};
  float sum{0.0f};

  // The next tile, in registers.
  float a, b;

  // Loads one tile into registers, and moves from_b on.
  auto fetch_tile = [&](int t) {
    const int k{t * Tile};
    a = 0.0f;
    if (row < M && k + tx < K)
      a = A[row * K + k + tx];
    b = {};
    if (k + ty < K && col < N)
      b = from_b[ty * N];
    from_b += Tile * N;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (tiles > 0)
    fetch_tile(0);

  for (int t{0}; t < tiles; ++t) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[ty][tx] = a;
    Bs[ty][tx] = b;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (t + 1 < tiles)
      fetch_tile(t + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    const float *mine{&As[ty][0]};
    for (int i{0}; i < Tile; ++i)
      sum += mine[i] * Bs[i][tx] + float{0.5f};

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
