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

  // The next tile, on its way to shared memory.
  float up_reg[4];
  float down_reg[4];
  float odd_reg[2];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    #pragma unroll
    for (int i_base = 0; i_base < size; i_base += stride) {
      int i = i_base + t;
      if (i < size)
        up_reg[i_base / stride] = A[k + i];
    }
    #pragma unroll
    for (int i = 3; i >= 0; --i)
      down_reg[i] = A[k + i * 32 + t];
    #pragma unroll
    for (int i = 3; i > 0; i -= 2)
      odd_reg[(i - 1) / 2] = A[k + i * 32 + t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &up = up_stages[stage];
    auto &down = down_stages[stage];
    auto &odd = odd_stages[stage];
    #pragma unroll
    for (int i_base = 0; i_base < size; i_base += stride) {
      int i = i_base + t;
      if (i < size)
        up[i] = up_reg[i_base / stride];
    }
    #pragma unroll
    for (int i = 3; i >= 0; --i)
      down[i][t] = down_reg[i] * 2.0f;
    #pragma unroll
    for (int i = 3; i > 0; i -= 2)
      odd[i][t] = odd_reg[(i - 1) / 2];
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 128) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 128;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &up = up_stages[stage];
    auto &down = down_stages[stage];
    auto &odd = odd_stages[stage];

    for (int i = 0; i < 128; ++i)
      sum += up[i] * down[i / 32][(i + t) % 32];
    for (int i = 0; i < 32; ++i)
      sum += odd[1][i] - odd[3][31 - i];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }

  out[t] = sum;
}
