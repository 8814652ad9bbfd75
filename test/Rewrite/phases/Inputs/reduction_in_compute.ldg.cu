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

  // The next tile, in registers.
  float next_xs, next_ws;

  // Loads one tile into registers.
  auto fetch_tile = [&](int base) {
    if (base + tid < n) {
      next_xs = x[base + tid];
      next_ws = w[base + tid];
    } else {
      next_xs = 0.0f;
      next_ws = 0.0f;
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int base = 0; base < n; base += BLOCK) {
    auto &xs = xs_stages[stage];
    auto &ws = ws_stages[stage];
    xs[tid] = next_xs;
    ws[tid] = next_ws;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (base + BLOCK < n)
      fetch_tile(base + BLOCK);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[tid] = norm;
}
