// A persistent kernel: the K-loop runs again and again in an outer loop, so
// its last tile must be read before the next round's first is stored.
//

__global__ void persistent(const float *__restrict__ A, float *__restrict__ out,
                           int rows, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;

  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float *x = A + row * n;
    float sum = 0.0f;

    // The next tile, on its way to shared memory.
    float tile_reg;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      tile_reg = k + t < n ? x[k + t] : 0.0f;
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&] {
      tile[t] = tile_reg;
    };

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

      for (int i = 0; i < 64; ++i)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];

      __syncthreads();
      if (has_next)
        store_tile();
    }

    out[row * 64 + t] = sum;
  }
}
