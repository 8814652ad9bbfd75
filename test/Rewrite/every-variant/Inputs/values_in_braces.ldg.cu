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

  // The next tile, on its way to shared memory.
  float a;
  float b;

  // Loads one tile into registers.
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

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[ty][tx] = a;
    Bs[ty][tx] = b;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int t{0};
    if (t < tiles) {
      fetch_tile(t);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int t{0}; t < tiles; ++t) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int t_next = t + 1;
    const bool has_next = t_next < tiles;
    if (has_next)
      fetch_tile(t_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    const float *mine{&As[ty][0]};
    for (int i{0}; i < Tile; ++i)
      sum += mine[i] * Bs[i][tx] + float{0.5f};

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
