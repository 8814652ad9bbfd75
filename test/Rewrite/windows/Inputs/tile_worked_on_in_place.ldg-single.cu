// Compute scans the tile in place, so its stores cannot move; several loads a
// thread in a loop.
//

#define ROWS 2

__global__ void sweep(const float *__restrict__ in, float *__restrict__ out,
                      int nx, int ny, int nz) {
  __shared__ float tile[ROWS * 32];
  const int t = threadIdx.y * 8 + threadIdx.x;
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  const int plane = (nx + 2) * (ny + 2);
  int i;

  // The next tile, in registers.
  float next_tile[ROWS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int i) {
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      const int at = (t + r * 32) % plane;
      next_tile[r] = in[i * plane + at];
    }
  };

  // Prologue: the first tile.
  i = 0;
  if (i < nz)
    fetch_tile(i);

  for (i = 0; i < nz; i++) {
    #pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      tile[r * 32 + t] = next_tile[r] * 0.5f; // scaled
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (i + 1 < nz)
      fetch_tile(i + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    // An inclusive scan.
    for (int step = 1; step < ROWS * 32; step *= 2) {
      float left[ROWS];
      for (int r = 0; r < ROWS; ++r)
        left[r] = r * 32 + t >= step ? tile[r * 32 + t - step] : 0.0f;
      __syncthreads();
      for (int r = 0; r < ROWS; ++r)
        tile[r * 32 + t] += left[r];
      __syncthreads();
    }

    if (x < nx && y < ny)
      out[(i * ny + y) * nx + x] = tile[t] + tile[63 - t];
    __syncthreads();
  }
}
