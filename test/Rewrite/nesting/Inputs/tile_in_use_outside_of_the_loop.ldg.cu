// Two K-loops have the same tiles: both see one pair of stages. Behind a loop the
// tile's name goes on from the last stage.
//

#define T 16

// C = A * B, then D = A * B2 with another depth, tile by tile.
__global__ void fused(const float *__restrict__ A, const float *__restrict__ B,
                      const float *__restrict__ B2, float *C, float *D, int N,
                      int K1, int K2) {
  __shared__ float As_stages[2][T][T], Bs_stages[2][T][T + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;

  for (int tile = blockIdx.x; tile < N / T * (N / T); tile += gridDim.x) {
    const int row = tile / (N / T) * T + ty, col = tile % (N / T) * T + tx;

    float c = 0.0f;

    // The next tile, on its way to shared memory.
    float As_reg;
    float Bs_reg;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      As_reg = A[row * 80 + k + tx];
      Bs_reg = B[(k + ty) * N + col];
    };

    // Stores the loaded tile to shared memory.
    auto store_tile = [&](int stage) {
      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];
      As[ty][tx] = As_reg;
      Bs[ty][tx] = Bs_reg;
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    {
      int k = 0;
      if (k < K1) {
        fetch_tile(k);
        store_tile(stage);
      }
    }

    // Main loop. Its last trip, with no tile left to load, is the epilogue.
    for (int k = 0; k < K1; k += T) {
      __syncthreads();

      // The next tile travels while this one is computed.
      const int k_next = k + T;
      const bool has_next = k_next < K1;
      if (has_next)
        fetch_tile(k_next);
      __syncwarp(); // Keeps the loads in front of the math.

      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];

      for (int i = 0; i < T; ++i)
        c += As[ty][i] * Bs[i][tx];

      if (has_next)
        store_tile(stage ^ 1);
      stage ^= 1;
    }
    // Nobody goes on while the last tile is still being computed.
    __syncthreads();
    C[row * N + col] = c;

    float d = 0.0f;

    // The next tile, on its way to shared memory.
    float As_reg2;
    float Bs_reg2;

    // Loads one tile into registers.
    auto fetch_tile2 = [&](int k) {
      As_reg2 = A[row * 80 + k + tx];
      Bs_reg2 = B2[(k + ty) * N + col];
    };

    // Stores the loaded tile to shared memory.
    auto store_tile2 = [&](int stage2) {
      auto &As = As_stages[stage2];
      auto &Bs = Bs_stages[stage2];
      As[ty][tx] = As_reg2;
      Bs[ty][tx] = Bs_reg2;
    };

    // Prologue: the first tile into stage 0.
    int stage2 = 0;
    {
      int k = 0;
      if (k < K2) {
        fetch_tile2(k);
        store_tile2(stage2);
      }
    }

    // Main loop. Its last trip, with no tile left to load, is the epilogue.
    for (int k = 0; k < K2; k += T) {
      __syncthreads();

      // The next tile travels while this one is computed.
      const int k_next2 = k + T;
      const bool has_next2 = k_next2 < K2;
      if (has_next2)
        fetch_tile2(k_next2);
      __syncwarp(); // Keeps the loads in front of the math.

      auto &As = As_stages[stage2];
      auto &Bs = Bs_stages[stage2];

      for (int i = 0; i < T; ++i)
        d += As[ty][i] * Bs[i][tx];

      if (has_next2)
        store_tile2(stage2 ^ 1);
      stage2 ^= 1;
    }
    // Nobody goes on while the last tile is still being computed.
    __syncthreads();
    D[row * N + col] = d;
  }
}

// The last tile counts twice, then the tile is where the threads' sums meet.
__global__ void dot(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  A += blockIdx.x * n;

  float sum = 0.0f;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { tile_reg = A[k + t]; };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
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
  for (int k = 0; k < n; k += 64) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 64;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * ((i + t) % 7);

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  // Nobody goes on while the last tile is still being computed.
  __syncthreads();
  auto &tile = tile_stages[stage ^ 1];

  const float last = tile[63 - t];
  __syncthreads();
  tile[t] = sum + last;
  __syncthreads();
  for (int stride = 32; stride > 0; stride /= 2) {
    if (t < stride)
      tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0)
    C[blockIdx.x] = tile[0];
}
