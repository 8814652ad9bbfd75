// Three planes in shared memory; each trip moves two down and loads the third.
// Threads on the rim load the halo, from an address that not all threads have.
//

#define BX 8
#define BY 4
#define PITCH (BX + 2)
#define PLANE (PITCH * (BY + 2))

__global__ void sweep(const float *__restrict__ in, float *__restrict__ out,
                      int nx, int ny, int nz) {
  __shared__ float u[3 * PLANE];
  const int row = nx + 2, plane = row * (ny + 2);
  int x = blockIdx.x * BX + threadIdx.x;
  int y = blockIdx.y * BY + threadIdx.y;

  // Which element of the halo is this thread's?
  const int t = threadIdx.x + threadIdx.y * BX;
  int hx = -1, hy = -1;
  if (t < BX + 2) {
    hx = t;
    hy = 0;
  } else if (t < 2 * (BX + 2)) {
    hx = t - (BX + 2);
    hy = BY + 1;
  } else if (t < 2 * (BX + 2) + 2 * BY) {
    hx = (t & 1) * (BX + 1);
    hy = (t - 2 * (BX + 2)) / 2 + 1;
  }
  int halo = t < 2 * (BX + 2) + 2 * BY;
  int at_h, at_h0 = PLANE + hy * PITCH + hx;
  if (halo) {
    int gx = blockIdx.x * BX + hx, gy = blockIdx.y * BY + hy;
    halo = gx < row && gy < ny + 2;
    at_h = gy * row + gx;
  }
  const int active = x <= nx && y <= ny;
  const int here = PLANE + (threadIdx.y + 1) * PITCH + threadIdx.x + 1;
  int at = (y + 1) * row + x + 1;
  int out_at = y * nx + x;

  if (active) {
    u[here] = in[at];
    at += plane;
    u[here + PLANE] = in[at];
  }
  if (halo) {
    u[at_h0] = in[at_h];
    at_h += plane;
    u[at_h0 + PLANE] = in[at_h];
  }
  float value;

  // The next tile, in registers.
  float next_u, next_u2;

  // Loads one tile into registers.
  auto fetch_tile = [&](int at, int z, int at_h) {
    if (active) {
      at += plane;
      if (z < nz - 1)
        next_u = in[at];
    }
    if (halo) {
      at_h += plane;
      if (z < nz - 1)
        next_u2 = in[at_h];
    }
  };

  // Prologue: the first tile.
  if (nz > 0)
    fetch_tile(at, 0, at_h);

  for (int z = 0; z < nz; z++) {
    // Move two planes down and read the next.
    if (active) {
      at += plane;
      u[here - PLANE] = u[here];
      u[here] = u[here + PLANE];
      if (z < nz - 1)
        u[here + PLANE] = next_u;
    }
    if (halo) {
      at_h += plane;
      u[at_h0 - PLANE] = u[at_h0];
      u[at_h0] = u[at_h0 + PLANE];
      if (z < nz - 1)
        u[at_h0 + PLANE] = next_u2;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (z + 1 < nz)
      fetch_tile(at, z + 1, at_h);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    if (x < nx && y < ny) {
      value = (u[here - 1] + u[here + 1] + u[here - PITCH] + u[here + PITCH] +
               u[here - PLANE] + u[here + PLANE]) * (1.0f / 6.0f);
      out[out_at] = value;
      out_at += nx * ny;
    }
    __syncthreads();
  }
}
