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

  // The next tile, in registers.
  float next_plane, next_line;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_plane = k + x < n ? A[y * n + k + x] : 0.0f;
    if (y == 0)
      next_line = k + x < n ? B[k + x] : 0.0f;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 8) {
    auto &plane = plane_stages[stage];
    auto &line = line_stages[stage];
    plane[y][x] = next_plane;
    if (y == 0)
      line[x] = next_line;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 8 < n)
      fetch_tile(k + 8);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    mixed[x][y] = plane[y][x] * line[7 - x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      first += mixed[y][i] * plane[i][x];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();

  // The next tile, in registers.
  float next_plane2, next_line2;

  // Loads one tile into registers.
  auto fetch_tiles = [&](int k) {
    next_plane2 = k + x < n ? A[((planes - 1) * 8 + y) * n + k + x] : 0.0f;
    if (y == 0)
      next_line2 = k + x < n ? B[(planes - 1) * n + k + x] : 0.0f;
  };

  // Prologue: load the first tile.
  const int k_begin = (n - 1) / 8 * 8;
  int stage2 = 0;
  if (k_begin >= 0)
    fetch_tiles(k_begin);

  // The last plane, backwards.
  for (int k = k_begin; k >= 0; k -= 8) {
    auto &plane = plane_stages[stage2];
    auto &line = line_stages[stage2];
    plane[y][x] = next_plane2;
    if (y == 0)
      line[x] = next_line2;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k - 8 >= 0)
      fetch_tiles(k - 8);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    mixed[y][x] = plane[x][y] + line[x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      second += mixed[i][y] * plane[x][i];

    stage2 ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[y * 8 + x] = first - second;
}
