// The plane that enters the window is loaded behind the computation, for the next
// trip: it is ahead already and stays. The halo, loaded where it is stored, is
// loaded a trip early.
//

#define BX 8
#define BY 4
#define ROW (BX + 4)

__global__ void strain(const float *__restrict__ u, float *__restrict__ out,
                       int nx, int ny, int nz) {
  __shared__ float tile[(BY + 4) * ROW];
  const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  const bool inside = x < nx && y < ny;
  const int row = nx + 4, plane = row * (ny + 4);
  const int offset = inside ? (y + 2) * row + x + 2 : 2 * row + 2;
  const int here = (threadIdx.y + 2) * ROW + threadIdx.x + 2;
  float2 back, front;
  float now;
  back.y = u[offset];
  back.x = u[plane + offset];
  now = u[2 * plane + offset];
  front.x = u[3 * plane + offset];
  front.y = u[4 * plane + offset];
  int z = 2;

  // The next tile, in registers.
  float next_tile, next_tile2, next_tile3, next_tile4;

  // Loads one tile into registers.
  auto fetch_tile = [&](int z) {
    int at = plane * z + offset;
    if (threadIdx.x < 2)
      next_tile = u[at - 2];
    if (threadIdx.y < 2)
      next_tile2 = u[at - 2 * row];
    if (threadIdx.x >= BX - 2)
      next_tile3 = u[at + 2];
    if (threadIdx.y >= BY - 2)
      next_tile4 = u[at + 2 * row];
  };

  // Prologue: the first tile.
  if (z < nz + 2)
    fetch_tile(z);

  while (z < nz + 2) {
    if (threadIdx.x < 2)
      tile[here - 2] = next_tile;
    if (threadIdx.y < 2)
      tile[here - 2 * ROW] = next_tile2;
    if (threadIdx.x >= BX - 2)
      tile[here + 2] = next_tile3;
    if (threadIdx.y >= BY - 2)
      tile[here + 2 * ROW] = next_tile4;
    tile[here] = now;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (z + 1 < nz + 2)
      fetch_tile(z + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    float value = 0.75f * (tile[here + 1] - tile[here - 1]) +
                  0.125f * (tile[here + 2] - tile[here - 2]);
    value += 0.5f * (tile[here + ROW] - tile[here - 2 * ROW]) +
             0.25f * (front.y - back.y) + (front.x - back.x);
    if (inside)
      out[((z - 2) * ny + y) * nx + x] = value;
    z++;
    // The window moves on by one plane.
    back.y = back.x;
    back.x = now;
    now = front.x;
    front.x = front.y;
    front.y = u[plane * (z + 2) + offset];
    __syncthreads();
  }
}

__global__ void counted_down(const float *__restrict__ u,
                             float *__restrict__ out, int nx, int ny, int nz) {
  __shared__ float tile[BY + 4][ROW];
  const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  const bool inside = x < nx && y < ny;
  const int row = nx + 4, plane = row * (ny + 4);
  const int offset = inside ? (y + 2) * row + x + 2 : 2 * row + 2;
  const int tx = threadIdx.x + 2, ty = threadIdx.y + 2;
  float current = u[plane * (nz + 2) + offset], ahead = u[plane * (nz + 1) + offset];

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int z) {
    if (threadIdx.x < 4)
      next_tile = u[plane * z + offset + (threadIdx.x < 2 ? -2 : 2)];
  };

  // Prologue: the first tile.
  if (nz + 2 > 2)
    fetch_tile(nz + 2);

  for (int z = nz + 2; z > 2; --z) {
    if (threadIdx.x < 4)
      tile[ty][threadIdx.x < 2 ? threadIdx.x : threadIdx.x + BX] = next_tile;
    tile[ty][tx] = current;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (z - 1 > 2)
      fetch_tile(z - 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    float value = tile[ty][tx - 1] + tile[ty][tx + 1] * 0.5f + ahead;
    if (inside)
      out[((z - 3) * ny + y) * nx + x] = value;
    __syncthreads();
    current = ahead;
    ahead = u[plane * (z - 2) + offset];
  }
}
