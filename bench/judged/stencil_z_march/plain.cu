// One step of a heat equation in three dimensions: a block marches along z
// with a plane of 32 x 16 points and a halo in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BX 32
#define BY 16
#define R 2

__global__ void heat(const double *__restrict__ in, double *__restrict__ out,
                     int nx, int ny, int nz, double c0, double c1, double c2) {
  __shared__ double plane[BY + 2 * R][BX + 2 * R];

  const int x = blockIdx.x * BX + threadIdx.x;
  const int y = blockIdx.y * BY + threadIdx.y;
  const int z_begin = blockIdx.z * 64 + R;
  const int z_end = min(z_begin + 64, nz - R);
  const size_t stride = (size_t)nx * ny;
  const bool inside = x >= R && x < nx - R && y >= R && y < ny - R;

  for (int z = z_begin; z < z_end; z++) {
    for (int j = threadIdx.y; j < BY + 2 * R; j += BY)
      for (int i = threadIdx.x; i < BX + 2 * R; i += BX) {
        int gx = min(max((int)(blockIdx.x * BX) + i - R, 0), nx - 1);
        int gy = min(max((int)(blockIdx.y * BY) + j - R, 0), ny - 1);
        plane[j][i] = in[z * stride + (size_t)gy * nx + gx];
      }
    __syncthreads();

    if (inside) {
      const size_t at = z * stride + (size_t)y * nx + x;
      const int tx = threadIdx.x + R, ty = threadIdx.y + R;
      double sum = c0 * plane[ty][tx];
      sum += c1 * (plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                   plane[ty + 1][tx] + in[at - stride] + in[at + stride]);
      sum +=
          c2 * (plane[ty][tx - 2] + plane[ty][tx + 2] + plane[ty - 2][tx] +
                plane[ty + 2][tx] + in[at - 2 * stride] + in[at + 2 * stride]);
      out[at] = sum;
    }
    __syncthreads();
  }
}

extern "C" void launch(const double *in, double *out, int nx, int ny, int nz) {
  dim3 block(BX, BY);
  dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY, (nz - 2 * R + 63) / 64);
  heat<<<grid, block>>>(in, out, nx, ny, nz, -7.5, 1.333333333333,
                        -0.083333333);
}
