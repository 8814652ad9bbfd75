// A test that the body begins with, behind what it is made of, joins that of the
// header: then the next trip can be asked.
//

#define SUM                                                                    \
  for (int i = 0; i < 32; ++i)                                                 \
    sum += tile[i] * (t + i)

__global__ void is_left(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const int base = k * 32;
    int left = n - base;
    next_tile = t < left ? A[base + t] : 0.0f;
  };

  // Prologue: load the first tile.
  int stage = 0;
  {
    int k = 0;
    if (n - (k * 32) > 0)
      fetch_tile(k);
  }

  // All elements are there.
  for (int k = 0; n - (k * 32) > 0; ++k) {
    auto &tile = tile_stages[stage];

    const int base = k * 32;
    int left = n - base;

    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k + 1;
    if (n - (k_next * 32) > 0)
      fetch_tile(k_next);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    SUM;
    sum += left;

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__global__ void endless(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k + t < n ? A[k + t] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (min(32, n - k) > 0) {
    fetch_tile(k);
    store_tile(stage);
  }

  // nothing left
  while (min(32, n - k) > 0) {
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k + 32;
    const bool has_next = min(32, n - k_next) > 0;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    auto &tile = tile_stages[stage];

    const int rows = min(32, n - k);
    SUM;
    k += 32;

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1; // This one is free from the next barrier on.
  }
  out[t] = sum + k;
}

__global__ void second_exit(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = k * 32 + t < n ? A[k * 32 + t] : 0.0f;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (k < 4 && (k * 32 < n))
    fetch_tile(k);

  for (; k < 4 && (k * 32 < n); ++k) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int k_next = k + 1;
    if (k_next < 4 && (k_next * 32 < n))
      fetch_tile(k_next);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    SUM;

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum + k;
}
