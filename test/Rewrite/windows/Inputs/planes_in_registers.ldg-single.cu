// The window of a stencil lies in registers, one plane of it in shared memory:
// what enters the window and the halo are loaded a trip early, all else stays.
//

#ifndef RADIUS
#define RADIUS 2
#endif
#define BX 8
#define BY 4

__constant__ float weights[RADIUS + 1] = {0.5f, 0.375f, 0.125f};

__global__ void sweep(const float *__restrict__ in, float *__restrict__ out,
                      int nx, int ny, int nz) {
  __shared__ float tile[BY + 2 * RADIUS][BX + 2 * RADIUS];
  const int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;
  const int x = blockIdx.x * BX + threadIdx.x;
  const int y = blockIdx.y * BY + threadIdx.y;
  const bool reads = x < nx + RADIUS && y < ny + RADIUS;
  const int row = nx + 2 * RADIUS;
  const int plane = row * (ny + 2 * RADIUS);

  float behind[RADIUS] = {}, current = 0.0f, ahead[RADIUS] = {};
  int enter = (y + RADIUS) * row + x + RADIUS;
  for (int i = RADIUS - 2; i >= 0; --i) {
    if (reads)
      behind[i] = in[enter];
    enter += plane;
  }
  if (reads)
    current = in[enter];
  int at = enter;
  enter += plane;
  for (int i = 0; i < RADIUS; ++i) {
    if (reads)
      ahead[i] = in[enter];
    enter += plane;
  }

  // The next tile, in registers.
  float next_ahead, next_tile, next_tile2, next_tile3, next_tile4;

  // Loads one tile into registers.
  auto fetch_tile = [&](int z, int at) {
    if (reads && z < nz - 1)
      next_ahead = in[enter];
    at += plane;

    if (threadIdx.y < RADIUS && x < nx + RADIUS) {
      next_tile = in[at - RADIUS * row];
      if (y + BY < ny + RADIUS)
        next_tile2 = in[at + BY * row];
    }
    if (threadIdx.x < RADIUS && y < ny + RADIUS) {
      next_tile3 = in[at - RADIUS];
      if (x + BX < nx + RADIUS)
        next_tile4 = in[at + BX];
    }
  };

  // Prologue: the first tile.
  if (nz > 0)
    fetch_tile(0, at);

  for (int z = 0; z < nz; z++) {
    // Move the window on by one plane.
    for (int i = RADIUS - 1; i > 0; --i)
      behind[i] = behind[i - 1];
    behind[0] = current;
    current = ahead[0];
    for (int i = 0; i < RADIUS - 1; ++i)
      ahead[i] = ahead[i + 1];
    if (reads && z < nz - 1)
      ahead[RADIUS - 1] = next_ahead;

    enter += plane;
    at += plane;
    __syncthreads();

    // The halo above and below ...
    if (threadIdx.y < RADIUS && x < nx + RADIUS) {
      tile[threadIdx.y][tx] = next_tile;
      tile[ty + BY][tx] = y + BY < ny + RADIUS ? next_tile2 : 0.0f;
    }
    // ... and to the left and right.
    if (threadIdx.x < RADIUS && y < ny + RADIUS) {
      tile[ty][threadIdx.x] = next_tile3;
      tile[ty][tx + BX] = x + BX < nx + RADIUS ? next_tile4 : 0.0f;
    }
    tile[ty][tx] = current;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (z + 1 < nz)
      fetch_tile(z + 1, at);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    if (x < nx && y < ny) {
      float value = weights[0] * current;
      for (int i = 1; i <= RADIUS; ++i)
        value += weights[i] *
                 (ahead[i - 1] + behind[i - 1] + tile[ty - i][tx] +
                  tile[ty + i][tx] + tile[ty][tx - i] + tile[ty][tx + i]);
      out[(z * ny + y) * nx + x] = value;
    }
  }
}
