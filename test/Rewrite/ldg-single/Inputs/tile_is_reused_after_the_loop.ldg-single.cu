// The tile becomes the buffer of a reduction.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float buffer[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float buffer_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { buffer_reg = k + t < n ? A[k + t] : 0.0f; };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&] { buffer[t] = buffer_reg; };

  // Prologue: the first tile.
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile();
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // Fetch the next tile while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + buffer[i ^ t];

    __syncthreads();
    if (has_next)
      store_tile();
  }

  // Sum up over the block.
  buffer[t] = sum;
  for (int half = 16; half > 0; half /= 2) {
    __syncthreads();
    if (t < half)
      buffer[t] += buffer[t + half];
  }
  __syncthreads();
  out[t] = buffer[0] + sum;
}
