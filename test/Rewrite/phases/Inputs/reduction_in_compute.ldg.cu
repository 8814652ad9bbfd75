// Each trip ends in a sum over the block: an inner loop, the same for all
// threads, with barriers of its own.
//

#define BLOCK 64

__global__ void row_norms(const float *__restrict__ x, const float *__restrict__ w,
                          float *__restrict__ out, int n) {
  __shared__ float xs_stages[2][BLOCK], ws_stages[2][BLOCK];
  __shared__ float partial[BLOCK];
  const int tid = threadIdx.x;
  float norm = 0.0f;

  // The next tile, on its way to shared memory.
  float xs_reg;
  float ws_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int base) {
    if (base + tid < n) {
      xs_reg = x[base + tid];
      ws_reg = w[base + tid];
    } else {
      xs_reg = 0.0f;
      ws_reg = 0.0f;
    }
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &xs = xs_stages[stage];
    auto &ws = ws_stages[stage];
    xs[tid] = xs_reg;
    ws[tid] = ws_reg;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int base = 0;
    if (base < n) {
      fetch_tile(base);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int base = 0; base < n; base += BLOCK) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int base_next = base + BLOCK;
    const bool has_next = base_next < n;
    if (has_next)
      fetch_tile(base_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &xs = xs_stages[stage];
    auto &ws = ws_stages[stage];

    // Neighbours meet, then a tree.
    partial[tid] = xs[tid] * ws[(tid + 1) % BLOCK];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride >>= 1) {
      if (tid < stride)
        partial[tid] += partial[tid + stride];
      __syncthreads();
    }
    norm = norm * 0.5f + partial[0];
    norm -= xs[tid];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  out[tid] = norm;
}
