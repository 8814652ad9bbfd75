// Two K-loops, one after the other, each with tiles of its own; they share one
// scratch array, which the last barrier of the first loop protects.
//

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane_stages[2][8][8];
  __shared__ float other_plane_stages[2][8][9];
  __shared__ float mixed[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  const int last = planes - 1;
  float first = 0.0f, second = 0.0f;

  if (blockIdx.x > 0)
    return;

  // The next tile, in registers.
  float next_plane;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_plane = k + x < n ? A[y * n + k + x] : 0.0f;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 8) {
    auto &plane = plane_stages[stage];
    plane[y][x] = next_plane;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 8 < n)
      fetch_tile(k + 8);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    mixed[x][y] = plane[y][x] * plane[x][7 - y];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      first += mixed[y][i] * plane[i][x];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  mixed[y][x] = first;

  // The next tile, in registers.
  float next_other_plane;

  // Loads one tile into registers.
  auto fetch_other_plane = [&](int k) {
    next_other_plane = k + x < n ? A[(last * 8 + y) * n + k + x] : 0.0f;
  };

  // Prologue: load the first tile.
  int stage2 = 0;
  if (n > 0)
    fetch_other_plane(0);

  for (int k = 0; k < n; k += 8) {
    auto &other_plane = other_plane_stages[stage2];
    other_plane[x][y] = next_other_plane;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 8 < n)
      fetch_other_plane(k + 8);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 8; ++i)
      second += mixed[i][y] * other_plane[x][i];
    second *= B != nullptr ? 0.5f : 1.0f;

    stage2 ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[y * 8 + x] = first - second;
}
