// The step shrinks at the last trip, where the load phase starts: the header,
// the load and compute use it. The statement stays where it is, the load phase
// of the next tile makes it once more.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len = blockDim.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int j, int len) {
    // The last tile may be short.
    if (j + len > n)
      len = n - j;

    next_tile = t < len ? A[j + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] {
    tile[t] = next_tile;
  };

  // Prologue: the first tile.
  if (n > 0) {
    fetch_tile(0, len);
    store_tile();
  }

  for (int j = 0; j < n; j += len) {
    // The last tile may be short.
    if (j + len > n)
      len = n - j;

    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const bool has_next = j + len < n;
    if (has_next)
      fetch_tile(j + len, len);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < len; ++i)
      sum += tile[i] * (t + len);

    __syncthreads();
    if (has_next)
      store_tile();
  }

  out[t] = sum + len;
}
