// A ragged tile leaves elements of the tile before in place, and the compute
// phase may see them: only one buffer does that.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  tile[t] = -1.0f;
  __syncthreads();

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (k + t < n)
      next_tile = A[k + t];
  };

  // Prologue: load the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    if (k + t < n)
      tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    __syncthreads();
  }

  out[t] = sum;
}
