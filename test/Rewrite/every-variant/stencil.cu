// A column stencil that marches along z: each tile is a plane with its halo.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single stencil

constexpr int BX = 8, BY = 8, R = 1;

// Out-of-range neighbours count as zero.
__device__ inline bool inside(int x, int y, int nx, int ny) {
  return x >= 0 && x < nx && y >= 0 && y < ny;
}

__global__ void stencil(const float *__restrict__ in, float *__restrict__ out,
                        int nx, int ny, int nz) {
  __shared__ float plane[1][BY + 2 * R][BX + 2 * R];

  const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  float below = 0.0f, sum = 0.0f;

  for (int z = nz - 1; z >= 0; z--) {
    // The plane, and a frame around it.
    for (int j = threadIdx.y; j < BY + 2 * R; j += BY)
      for (int i = threadIdx.x; i < BX + 2 * R; i += BX)
        plane[0][j][i] = inside(x0 + i - R, y0 + j - R, nx, ny)
                             ? in[(z * ny + y0 + j - R) * nx + x0 + i - R]
                             : 0.0f;
    __syncthreads();

    const float here = plane[0][threadIdx.y + R][threadIdx.x + R];
    sum += plane[0][threadIdx.y][threadIdx.x + R] +
           plane[0][threadIdx.y + 2 * R][threadIdx.x + R] +
           plane[0][threadIdx.y + R][threadIdx.x] +
           plane[0][threadIdx.y + R][threadIdx.x + 2 * R] - 4.0f * here + below;
    below = here;
    __syncthreads();
  }

  if (x < nx && y < ny)
    out[y * nx + x] = sum;
}
