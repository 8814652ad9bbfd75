// Several stores in one statement are statements of their own.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float tile_reg;
  float tile_reg2;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    int at = k + t;
    // Both halves.
    tile_reg = A[at];
    tile_reg2 = A[at + 32];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
    tile[t + 32] = tile_reg2;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 64) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 64;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }

  out[t] = sum;
}
