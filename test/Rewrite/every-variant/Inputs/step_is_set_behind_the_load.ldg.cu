// The step of a trip is set behind the barrier, for the header and for compute:
// it moves up, as the next tile starts where this one ends.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int len;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int j) {
    next_tile = j + t < n ? A[j + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0) {
    fetch_tile(0);
    store_tile(stage);
  }

  for (int j = 0; j < n; j += len) {
    __syncthreads();

    const int left = n - j;
    // No warp divergence: all threads agree.
    len = min(32, left);

    // Prefetch the next tile while this one is computed.
    const bool has_next = j + len < n;
    if (has_next)
      fetch_tile(j + len);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + left);

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }

  out[t] = sum;
}
