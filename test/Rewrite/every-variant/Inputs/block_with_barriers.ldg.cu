// Braces around the phases, behind what they share: they go.
//

__global__ void behind_a_pointer(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const float *from = A + k;

    // Load.
    const int at = t;
    tile_reg = from[at];
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    {
      const int at = t;
      tile[at] = tile_reg;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // For the compiler: the loads stay above the math.

    // Compute.
#pragma unroll 4
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);

    stage ^= 1;
  }
  out[t] = sum;
}

__global__ void around_a_part(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = A[k + t];
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // For the compiler: the loads stay above the math.

    sum = sum * 0.5f + tile[31 - t];

    stage ^= 1;
  }
  out[t] = sum;
}
