// The condition counts the tiles that are left, and nothing else uses the count:
// whoever asks for the next tile reads it and does not count.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  int at = 0;
  float sum = 0.0f;

  int tiles = (n + 31) / 32;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers, and moves at on.
  auto fetch_tile = [&] {
    next_tile = at + t < n ? A[at + t] : 0.0f;
    at += 32;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (tiles)
    fetch_tile();

  while (tiles--) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (tiles)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum + tiles;
}
