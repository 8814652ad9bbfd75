// Every comment ends up where its statement does, once; those of a barrier that
// goes, go.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  /* What is
   * computed. */
  __shared__ float tile_stages[2][32]; // one float a thread
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0; // start of the tile

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&] {
    // Load: zeros behind the end.
    tile_reg = base + t < n ? A[base + t] /* inside */ : 0.0f; // coalesced
    base += 32; /* the next tile */
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile();
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  // All tiles, one after
  // the other.
  for (int k = 0; k < n; k += 32) {
    // Publish.
    __syncthreads(); // the tile is complete

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile();
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

    // Compute: a
    // weighted sum.
    for (int i = 0; i < 32; ++i) // all elements
      sum = sum * 0.5f + tile[i ^ t]; /* no bank conflict */

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  } // k

  // Write back.
  out[t] = sum + base;
}
