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
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&] {
    tile_reg = at + t < n ? A[at + t] : 0.0f;
    at += 32;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (tiles)
    fetch_tile();

  while (tiles--) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (tiles)
      fetch_tile();
    __syncwarp(); // For the compiler: the loads stay above the math.

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    stage ^= 1;
  }

  out[t] = sum + tiles;
}
