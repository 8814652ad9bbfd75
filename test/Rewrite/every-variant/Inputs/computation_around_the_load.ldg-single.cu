// Statements that have nothing to do with the tile stand before, between and
// behind everything else; each keeps its place in the order of the trips.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int trips = 0;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = next_tile;
  };

  // Prologue: the first tile.
  if (n > 0) {
    fetch_tile(0);
    store_tile();
  }

  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = k + 32 < n;
    if (has_next)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    ++trips;
    // Older tiles count less.
    sum *= 0.5f;
    sum += k;
    sum -= trips;
    for (int i = 0; i < 32; ++i)
      sum += tile[i ^ t] * trips;
    sum += 1.0f / trips;

    __syncthreads();
    if (has_next)
      store_tile();
  }

  out[t] = sum;
}
