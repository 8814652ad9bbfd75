// The K-loop's first barrier also protects the tile from the round before; and
// its scratch array lives on from round to round.
//

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile[64];
  __shared__ float history[64];
  const int t = threadIdx.x;
  history[t] = 0.0f;

  int row = blockIdx.x;
  do {
    float sum = row < rows ? 1.0f : 0.0f;

    // The next tile, on its way to shared memory.
    float tile_reg;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      tile_reg = k + t < n && row < rows ? A[row * n + k + t] : 0.0f;
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&] { tile[t] = tile_reg; };

    // What was read and written so far is settled before the first load.
    __syncthreads();

    // Prologue: the first tile.
    {
      int k = 0;
      if (k < n) {
        fetch_tile(k);
        store_tile();
      }
    }

    // Main loop. Its last trip, with no tile left to load, is the epilogue.
    for (int k = 0; k < n; k += 64) {
      __syncthreads();

      // Fetch the next tile while this one is computed.
      const int k_next = k + 64;
      const bool has_next = k_next < n;
      if (has_next)
        fetch_tile(k_next);
      __syncwarp(); // Keeps the loads in front of the math.

      for (int i = 0; i < 64; i += 8)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];
      history[63 - t] += sum;
      __syncthreads();
      sum += history[t] * tile[t ^ 5];

      __syncthreads();
      if (has_next)
        store_tile();
    }

    if (row < rows)
      out[row * 64 + t] = sum;
    row += gridDim.x;
  } while (row < rows);
}
