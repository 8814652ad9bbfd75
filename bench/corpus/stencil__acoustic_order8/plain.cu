// Acoustic wave propagation in 2.5 dimensions: a column of nine values along z
// in registers, the plane in the middle with a halo of four in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define RADIUS 4
#define TILE_X 32
#define TILE_Y 16
#define SLAB 80

__constant__ float c_coeff[RADIUS + 1] = {-2.847222222f, 1.6f, -0.2f,
                                          0.025396825f, -0.001785714f};

__global__ void __launch_bounds__(TILE_X *TILE_Y)
    wave_step(const float *__restrict__ u, const float *__restrict__ u_prev,
              const float *__restrict__ vel, float *__restrict__ u_next, int nx,
              int ny, int nz) {
  __shared__ float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];

  const int ix = blockIdx.x * TILE_X + threadIdx.x;
  const int iy = blockIdx.y * TILE_Y + threadIdx.y;
  const int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;
  const size_t plane = (size_t)nx * ny;
  const size_t at = (size_t)min(iy, ny - 1) * nx + min(ix, nx - 1);

  const int z_first = blockIdx.z * SLAB;
  const int z_last = min(z_first + SLAB, nz);

  // column[RADIUS] is the point itself.
  float column[2 * RADIUS + 1];
#pragma unroll
  for (int i = 0; i < 2 * RADIUS; i++)
    column[i + 1] = u[min(max(z_first + i - RADIUS, 0), nz - 1) * plane + at];

  for (int z = z_first; z < z_last; z++) {
#pragma unroll
    for (int i = 0; i < 2 * RADIUS; i++)
      column[i] = column[i + 1];
    column[2 * RADIUS] = u[min(z + RADIUS, nz - 1) * plane + at];

    const float *mid = u + z * plane;
    const int left = min(max(ix - RADIUS, 0), nx - 1);
    const int right = min(ix + TILE_X, nx - 1);
    const int cx = min(ix, nx - 1), cy = min(iy, ny - 1);
    tile[ty][tx] = mid[at];
    if (threadIdx.x < RADIUS) {
      tile[ty][tx - RADIUS] = mid[(size_t)cy * nx + left];
      tile[ty][tx + TILE_X] = mid[(size_t)cy * nx + right];
    }
    if (threadIdx.y < RADIUS) {
      const int up = min(max(iy - RADIUS, 0), ny - 1);
      const int down = min(iy + TILE_Y, ny - 1);
      tile[ty - RADIUS][tx] = mid[(size_t)up * nx + cx];
      tile[ty + TILE_Y][tx] = mid[(size_t)down * nx + cx];
    }
    __syncthreads();

    float lap = 3.0f * c_coeff[0] * column[RADIUS];
#pragma unroll
    for (int r = 1; r <= RADIUS; r++)
      lap += c_coeff[r] *
             (column[RADIUS - r] + column[RADIUS + r] + tile[ty][tx - r] +
              tile[ty][tx + r] + tile[ty - r][tx] + tile[ty + r][tx]);
    if (ix < nx && iy < ny) {
      const size_t i = z * plane + at;
      u_next[i] = 2.0f * column[RADIUS] - u_prev[i] + vel[i] * lap;
    }
    __syncthreads();
  }
}

extern "C" void launch(const float *u, const float *u_prev, const float *vel,
                       float *u_next, int nx, int ny, int nz) {
  dim3 grid((nx + TILE_X - 1) / TILE_X, (ny + TILE_Y - 1) / TILE_Y,
            (nz + SLAB - 1) / SLAB);
  wave_step<<<grid, dim3(TILE_X, TILE_Y)>>>(u, u_prev, vel, u_next, nx, ny, nz);
}
