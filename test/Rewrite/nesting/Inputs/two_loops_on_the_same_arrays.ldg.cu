// Two K-loops, one after the other, with the same tiles and the same scratch.
//

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane_stages[2][8][8];
  __shared__ float line_stages[2][8];
  __shared__ float mixed[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  float first = 0.0f, second = 0.0f;

  if (blockIdx.x > 0)
    return;

  // The next tile, on its way to shared memory.
  float plane_reg;
  float line_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    plane_reg = k + x < n ? A[y * n + k + x] : 0.0f;
    if (y == 0)
      line_reg = k + x < n ? B[k + x] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &plane = plane_stages[stage];
    auto &line = line_stages[stage];
    plane[y][x] = plane_reg;
    if (y == 0)
      line[x] = line_reg;
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
  for (int k = 0; k < n; k += 8) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 8;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &plane = plane_stages[stage];
    auto &line = line_stages[stage];

    mixed[x][y] = plane[y][x] * line[7 - x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      first += mixed[y][i] * plane[i][x];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  // Nobody goes on while the last tile is still being computed.
  __syncthreads();

  // The next tile, on its way to shared memory.
  float plane_reg2;
  float line_reg2;

  // Loads one tile into registers.
  auto fetch_tile2 = [&](int k) {
    plane_reg2 = k + x < n ? A[((planes - 1) * 8 + y) * n + k + x] : 0.0f;
    if (y == 0)
      line_reg2 = k + x < n ? B[(planes - 1) * n + k + x] : 0.0f;
  };

  // Stores the loaded tile to shared memory.
  auto store_tile2 = [&](int stage2) {
    auto &plane = plane_stages[stage2];
    auto &line = line_stages[stage2];
    plane[y][x] = plane_reg2;
    if (y == 0)
      line[x] = line_reg2;
  };

  // Prologue: the first tile into stage 0.
  int stage2 = 0;
  {
    int k = (n - 1) / 8 * 8;
    if (k >= 0) {
      fetch_tile2(k);
      store_tile2(stage2);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  // The last plane, backwards.
  for (int k = (n - 1) / 8 * 8; k >= 0; k -= 8) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next2 = k - 8;
    const bool has_next2 = k_next2 >= 0;
    if (has_next2)
      fetch_tile2(k_next2);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &plane = plane_stages[stage2];
    auto &line = line_stages[stage2];

    mixed[y][x] = plane[x][y] + line[x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      second += mixed[i][y] * plane[x][i];

    if (has_next2)
      store_tile2(stage2 ^ 1);
    stage2 ^= 1;
  }
  out[y * 8 + x] = first - second;
}
