// Where the loops count their registers, nothing asks for the number of threads
// any more: reading it is no load.
//

__global__ void walk(const float *A, float *out, int n) {
  __shared__ float tile_stages[2][32][4];
  float sum = 0.0f;

  constexpr int stride = 64; // blockDim.x * blockDim.y in all launches
  if (blockDim.x * blockDim.y != stride)
    __trap();

  // The next tile, in registers.
  constexpr int LOADS = (32 + stride - 1) / stride;
  float4 next_tile[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    #pragma unroll
    for (int m = 0; m < LOADS; ++m) {
      const int i = t + m * stride;
      if (i < 32) {
        if (k + i * 4 < n) {
          next_tile[m] = reinterpret_cast<const float4 *>(A + k + i * 4)[0];
        }
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 128) {
    auto &tile = tile_stages[stage];

    int t = threadIdx.y * blockDim.x + threadIdx.x;

    #pragma unroll
    for (int m = 0; m < LOADS; ++m) {
      const int i = t + m * stride;
      if (i < 32) {
        if (k + i * 4 < n) {
          const float4 v = next_tile[m];
          tile[i][0] = v.x;
          tile[i][1] = v.y * 2.0f;
          tile[i][2] = v.z;
          tile[i][3] = v.w;
        } else {
          tile[i][0] = 0.0f;
          tile[i][1] = 0.0f;
          tile[i][2] = 0.0f;
          tile[i][3] = 0.0f;
        }
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 128 < n)
      fetch_tile(k + 128);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i][(i + t) % 4] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

void launch(const float *A, float *out, int n) {
  walk<<<1, dim3(8, 8)>>>(A, out, n);
}
