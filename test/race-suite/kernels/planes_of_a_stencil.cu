// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plane of a 3D stencil is replaced while neighbours still read it.

__global__ void racy(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float plane[10][34];
  const int x = threadIdx.x, y = threadIdx.y;
  const int at = (blockIdx.y * 8 + y) * nx + blockIdx.x * 32 + x;
  for (int z = 0; z < nz; ++z) {
    plane[y + 1][x + 1] = in[z * nx * ny + at];  // hazard
    if (y < 2)
      plane[y * 9][x + 1] = 0;  // hazard
    if (x < 2)
      plane[y + 1][x * 33] = 0;  // hazard
    __syncthreads();
    out[z * nx * ny + at] = plane[y][x + 1] + plane[y + 2][x + 1] + plane[y + 1][x] + plane[y + 1][x + 2];  // hazard
  }
}

__global__ void right(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float plane[10][34];
  const int x = threadIdx.x, y = threadIdx.y;
  const int at = (blockIdx.y * 8 + y) * nx + blockIdx.x * 32 + x;
  for (int z = 0; z < nz; ++z) {
    plane[y + 1][x + 1] = in[z * nx * ny + at];
    if (y < 2)
      plane[y * 9][x + 1] = 0;
    if (x < 2)
      plane[y + 1][x * 33] = 0;
    __syncthreads();
    out[z * nx * ny + at] = plane[y][x + 1] + plane[y + 2][x + 1] + plane[y + 1][x] + plane[y + 1][x + 2];
    __syncthreads();
  }
}

void run(const float *in, float *out, int nx, int ny, int nz) {
  racy<<<dim3(nx / 32, ny / 8), dim3(32, 8)>>>(in, out, nx, ny, nz);
  right<<<dim3(nx / 32, ny / 8), dim3(32, 8)>>>(in, out, nx, ny, nz);
}
