// The planes are visited in an order that a table gives; the counter held
// something else before, of each thread its own.
//

__device__ int order[5] = {0, 0, 2, 1, 3};

__global__ void sweep(const float *__restrict__ in, float *__restrict__ out,
                      int nx, int ny, int nz) {
  __shared__ float u[2][32];
  int k = threadIdx.x + threadIdx.y * 8;
  const int t = k;
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  const int plane = (nx + 2) * (ny + 2);
  const bool valid = x < nx && y < ny;

  u[1][t] = 0.0f;

  // The next tile, in registers.
  int next_z;
  float next_u;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (valid) {
      next_z = order[k];
      int z = nz - 1 - next_z;
      if (z < nz)
        next_u = in[z * plane + y * (nx + 2) + x];
    }
  };

  // Prologue: the first tile.
  k = 0;
  if (k < nz)
    fetch_tile(k);

  for (k = 0; k < nz; k++) {
    u[0][t] = u[1][t];
    if (valid) {
      int z = nz - 1 - next_z;
      if (z < nz)
        u[1][t] = next_u;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 1 < nz)
      fetch_tile(k + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    if (valid)
      out[(k * ny + y) * nx + x] = u[0][31 - t] + u[1][t ^ 1];
    __syncthreads();
  }
}
