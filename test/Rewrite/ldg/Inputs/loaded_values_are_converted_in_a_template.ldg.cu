// The tile's type is the template's, what is loaded is float: the value is
// converted where it is stored.
//

template <typename T>
__global__ void walk_as(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ T tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_tile = A[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}
