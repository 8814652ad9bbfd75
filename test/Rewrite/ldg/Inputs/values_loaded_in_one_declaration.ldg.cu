// Several values are loaded by one declaration, and a tile is made of them. Each
// has a register; what only one side needs is declared there.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float scale;
  float shift;
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const int from = k + t, to = t ^ 1;
    scale = A[from];
    shift = A[k + to];
    tile_reg = A[k + 31 - t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    int to = t ^ 1;
    tile[to] = tile_reg * scale + shift;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage, k);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    if (has_next)
      store_tile(stage ^ 1, k_next);
    stage ^= 1;
  }
  out[t] = sum;
}
