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

    // The next tile, in registers.
    float next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      next_tile = k + t < n && row < rows ? A[row * n + k + t] : 0.0f;
    };

    // What was read and written so far is settled before the first load.
    __syncthreads();

    // Prologue: load the first tile.
    if (n > 0)
      fetch_tile(0);

    for (int k = 0; k < n; k += 64) {
      __syncthreads();

      tile[t] = next_tile;
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 64 < n)
        fetch_tile(k + 64);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      for (int i = 0; i < 64; i += 8)
        sum = sum * 0.9f + tile[(i + 7 * t) % 64];
      history[63 - t] += sum;
      __syncthreads();
      sum += history[t] * tile[t ^ 5];
    }

    if (row < rows)
      out[row * 64 + t] = sum;
    row += gridDim.x;
  } while (row < rows);
}
