// Braces around the phases, behind what they share: they go.
//

__global__ void behind_a_pointer(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const float *from = A + k;

    // Load.
    const int at = t;
    next_tile = from[at];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    {
      const int at = t;
      tile[at] = next_tile;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    // Compute.
#pragma unroll 4
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void around_a_part(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = A[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    sum = sum * 0.5f + tile[31 - t];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}
