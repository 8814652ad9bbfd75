// Three planes in shared memory take turns by their indices. What a trip stores
// it reads behind its barrier: no pipeline, a window.
//

#define BX 8
#define BY 4
#define IN(x, y, z) in[((z) * (ny + 2) + (y)) * (nx + 2) + (x)]

__global__ void sweep(const float *__restrict__ in, float *__restrict__ out,
                      int nx, int ny, int nz) {
  __shared__ float planes[3][BY + 2][BX + 2];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
  const bool valid = x < nx + 2 && y < ny + 2;
  const bool left = threadIdx.x == 0 && y < ny + 2;
  const bool right = threadIdx.x == BX - 1 && x + 1 < nx + 2 && y < ny + 2;
  const bool top = threadIdx.y == 0 && x < nx + 2;
  const bool bottom = threadIdx.y == BY - 1 && y + 1 < ny + 2 && x < nx + 2;

  int last = 0, now = 1, next = 2;
  if (valid) {
    planes[last][ty][tx] = IN(x, y, 0);
    planes[now][ty][tx] = IN(x, y, 1);
  }
  if (left)
    planes[now][ty][0] = IN(x - 1, y, 1);
  if (right)
    planes[now][ty][BX + 1] = IN(x + 1, y, 1);
  if (top)
    planes[now][0][tx] = IN(x, y - 1, 1);
  if (bottom)
    planes[now][BY + 1][tx] = IN(x, y + 1, 1);

  // The next tile, in registers.
  float next_planes, next_planes2, next_planes3, next_planes4, next_planes5;

  // Loads one tile into registers.
  auto fetch_tile = [&](int z) {
    if (valid)
      next_planes = IN(x, y, z + 1);
    if (left)
      next_planes2 = IN(x - 1, y, z + 1);
    if (right)
      next_planes3 = IN(x + 1, y, z + 1);
    if (top)
      next_planes4 = IN(x, y - 1, z + 1);
    if (bottom)
      next_planes5 = IN(x, y + 1, z + 1);
  };

  // Prologue: the first tile.
  if (nz >= 1)
    fetch_tile(1);

  for (int z = 1; z <= nz; ++z) {
    // The plane ahead, with its rim.
    if (valid)
      planes[next][ty][tx] = next_planes;
    if (left)
      planes[next][ty][0] = next_planes2;
    if (right)
      planes[next][ty][BX + 1] = next_planes3;
    if (top)
      planes[next][0][tx] = next_planes4;
    if (bottom)
      planes[next][BY + 1][tx] = next_planes5;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (z + 1 <= nz)
      fetch_tile(z + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    if (x <= nx && y <= ny)
      out[((z - 1) * ny + y - 1) * nx + x - 1] =
          planes[now][ty][tx - 1] + planes[now][ty][tx + 1] +
          planes[now][ty - 1][tx] + planes[now][ty + 1][tx] +
          planes[last][ty][tx] + planes[next][ty][tx] -
          6.0f * planes[now][ty][tx];
    __syncthreads();

    int oldest = last;
    last = now;
    now = next;
    next = oldest;
  }
}
