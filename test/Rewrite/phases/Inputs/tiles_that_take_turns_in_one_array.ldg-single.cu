// One array holds a tile that goes on into registers, then another: the loads of
// both are made a trip early, the stores and barriers stay.
//

__global__ void take_turns(const float *__restrict__ A,
                           const float *__restrict__ B,
                           float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f, first = 0.0f;
  if (n > 0) {
    // As the loop does, once.
    tile[t] = B[t];
    __syncthreads();
    first = tile[31 - t];
    __syncthreads();
  }

  // The next tile, in registers.
  float next_tile, next_tile2;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = B[k + t];

    next_tile2 = A[k + t];
  };

  // Prologue: the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    tile[t] = next_tile;
    __syncthreads();
    const float b = tile[31 - t];
    __syncthreads();

    tile[t] = next_tile2;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(t + i) % 32] * b;
    __syncthreads();
  }
  out[t] = sum + first;
}
