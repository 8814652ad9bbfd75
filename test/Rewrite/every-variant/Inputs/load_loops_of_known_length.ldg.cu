// Copy loops whose bound and step are variables that nobody changes, and copy
// loops that count down.
//

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float up_stages[2][128], down_stages[2][4][32], odd_stages[2][4][32];
  const int t = threadIdx.x;
  int stride = 32;
  int size = 128;
  float sum = 0.0f;

  // The next tile, in registers.
  constexpr int LOADS = 4;
  float next_up[LOADS], next_down[4], next_odd[2];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    #pragma unroll
    for (int m = 0; m < LOADS; ++m) {
      const int i = t + m * stride;
      if (i < size)
        next_up[m] = A[k + i];
    }
    #pragma unroll
    for (int i = 3; i >= 0; --i)
      next_down[i] = A[k + i * 32 + t];
    #pragma unroll
    for (int i = 3; i > 0; i -= 2)
      next_odd[(i - 1) / 2] = A[k + i * 32 + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 128) {
    auto &up = up_stages[stage];
    auto &down = down_stages[stage];
    auto &odd = odd_stages[stage];
    #pragma unroll
    for (int m = 0; m < LOADS; ++m) {
      const int i = t + m * stride;
      if (i < size)
        up[i] = next_up[m];
    }
    #pragma unroll
    for (int i = 3; i >= 0; --i)
      down[i][t] = next_down[i] * 2.0f;
    #pragma unroll
    for (int i = 3; i > 0; i -= 2)
      odd[i][t] = next_odd[(i - 1) / 2];
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 128 < n)
      fetch_tile(k + 128);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 128; ++i)
      sum += up[i] * down[i / 32][(i + t) % 32];
    for (int i = 0; i < 32; ++i)
      sum += odd[1][i] - odd[3][31 - i];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum;
}
