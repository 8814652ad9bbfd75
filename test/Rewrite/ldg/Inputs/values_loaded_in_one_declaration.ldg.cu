// Several values are loaded by one declaration, and a tile is made of them. Each
// has a register; what only one side needs is declared there.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float scale, shift, next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const int from = k + t, to = t ^ 1;
    scale = A[from];
    shift = A[k + to];
    next_tile = A[k + 31 - t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    {
      int to = t ^ 1;
      tile[to] = next_tile * scale + shift;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}
