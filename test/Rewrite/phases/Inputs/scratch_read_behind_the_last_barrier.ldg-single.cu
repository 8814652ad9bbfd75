// Compute hands a tile's sums to other threads through shared memory, which the
// trip's last barrier publishes: it stays. The tile has stages all the same.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  __shared__ float sums[32];
  const int t = threadIdx.x;
  float total = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_tile = k + t < n ? A[k + t] : 0.0f; };

  // Prologue: load the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    float sum = 0.0f;
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * tile[i ^ t];
    sums[t] = sum;
    __syncthreads();

    // What the neighbour has found.
    total += sums[t ^ 1] - sums[31 - t];
  }
  out[t] = total;
}
