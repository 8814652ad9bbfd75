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

    // The next tile, in registers.
    float next_As, next_Bs;

    // Loads one tile into registers.
    auto fetch_tile = [&](int k) {
      next_As = A[row * 80 + k + tx];
      next_Bs = B[(k + ty) * N + col];
    };

    // Prologue: load the first tile.
    int stage = 0;
    if (K1 > 0)
      fetch_tile(0);

    for (int k = 0; k < K1; k += T) {
      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];
      As[ty][tx] = next_As;
      Bs[ty][tx] = next_Bs;
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + T < K1)
        fetch_tile(k + T);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      for (int i = 0; i < T; ++i)
        c += As[ty][i] * Bs[i][tx];

      stage ^= 1; // The other is free: all who read it are past the barrier.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
    C[row * N + col] = c;

    float d = 0.0f;

    // The next tile, in registers.
    float next_As2, next_Bs2;

    // Loads one tile into registers.
    auto fetch_tiles = [&](int k) {
      next_As2 = A[row * 80 + k + tx];
      next_Bs2 = B2[(k + ty) * N + col];
    };

    // Prologue: load the first tile.
    int stage2 = 0;
    if (K2 > 0)
      fetch_tiles(0);

    for (int k = 0; k < K2; k += T) {
      auto &As = As_stages[stage2];
      auto &Bs = Bs_stages[stage2];
      As[ty][tx] = next_As2;
      Bs[ty][tx] = next_Bs2;
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + T < K2)
        fetch_tiles(k + T);
      __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

      for (int i = 0; i < T; ++i)
        d += As[ty][i] * Bs[i][tx];

      stage2 ^= 1; // The other is free: all who read it are past the barrier.
    }
    // All are done with the last tile, and see what others wrote.
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

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_tile = A[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * ((i + t) % 7);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
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
