// The tile becomes the buffer of a reduction.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float buffer[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_buffer;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_buffer = k + t < n ? A[k + t] : 0.0f; };

  // Prologue: load the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    buffer[t] = next_buffer;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + buffer[i ^ t];
    __syncthreads();
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
