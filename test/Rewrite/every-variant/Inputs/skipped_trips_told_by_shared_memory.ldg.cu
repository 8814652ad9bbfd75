// All threads skip the tiles that shared memory says are far away. The loop does not store there:
// the load asks it for the next tile, the compute phase for its own.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ int far[32];
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < n; first += 128) {
    __syncthreads();
    far[t] = first + 32 * t >= n || A[first + 32 * t] < A[0];

    // The next tile, in registers.
    bool next_skipped;
    float next_tile;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      const bool skipped = far[k];
      if (!skipped) {
        int at = first + 32 * k;
        next_tile = A[at + t];
      }
      next_skipped = skipped;
    };

    // What was read and written so far is settled before the first load.
    __syncthreads();

    // Prologue: load the first tile.
    int stage = 0;
    fetch_tile(0);

    for (int k = 0; k < 4; ++k) {
      auto &tile = tile_stages[stage];

      const bool skipped = far[k];

      {
        // too far away
        const bool skipped = next_skipped;
        if (!skipped) {
          tile[t] = next_tile;
        }
      }
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 1 < 4)
        fetch_tile(k + 1);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      if (!skipped) {
        for (int i = 0; i < 32; ++i)
          sum += tile[(t + i) % 32] * i;
      }

      stage ^= 1; // The other is free: all who read it are past the barrier.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
  }
  out[t] = sum;
}
