// Several stores in one statement are statements of their own.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile0, next_tile1;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    int at = k + t;
    next_tile0 = A[at];
    next_tile1 = A[at + 32];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    // Both halves.
    tile[t] = next_tile0;
    tile[t + 32] = next_tile1;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum;
}
