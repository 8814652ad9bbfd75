// Scalars of the tile, declared at the top, set by several statements and in
// branches, used by the load, by compute and after the loop.
//

__global__ void rows(const float *__restrict__ A, const int *__restrict__ ptr,
                     const float *__restrict__ weights,
                     float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int begin, end, len = 0;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int g) {
    const int begin = ptr[g];
    const int end = ptr[g + 1];
    int len = end - begin;
    if (len > 32)
      len = 32;
    float w;
    if (g % 2 == 0)
      w = weights[g];
    else
      w = -weights[g];
    if (t < len)
      next_tile = A[begin + t] * w;
    else
      next_tile = 0.0f;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int g = 0; g < n; ++g) {
    auto &tile = tile_stages[stage];

    begin = ptr[g];
    end = ptr[g + 1];
    len = end - begin;
    if (len > 32)
      len = 32;
    float w;
    if (g % 2 == 0)
      w = weights[g];
    else
      w = -weights[g];

    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (g + 1 < n)
      fetch_tile(g + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < len; ++i)
      sum += tile[i] / w;

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum + len;
}
