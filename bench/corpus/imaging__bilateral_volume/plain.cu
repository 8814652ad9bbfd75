// Bilateral filter of a CT volume: five slices around a block's own, one after
// the other as a tile of 36 x 12, 16 bits in memory and float in the tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef unsigned short ushort_t;

#define R 2
#define BX 32
#define BY 8

__constant__ float spatial[R + 1] = {0.0f, 0.125f, 0.5f}; // by distance

__device__ inline float sample(const ushort_t *v, int x, int y, int z, int nx,
                               int ny, int nz) {
  x = max(0, min(x, nx - 1));
  y = max(0, min(y, ny - 1));
  z = max(0, min(z, nz - 1));
  return (float)v[((size_t)z * ny + y) * nx + x] * (1.0f / 65535.0f);
}

__global__ void bilateral3d(const ushort_t *volume, ushort_t *out, int nx,
                            int ny, int nz, float range) {
  __shared__ float slice[BY + 2 * R][BX + 2 * R];

  int x = blockIdx.x * BX + threadIdx.x;
  int y = blockIdx.y * BY + threadIdx.y;
  int z = blockIdx.z;
  float centre = sample(volume, x, y, z, nx, ny, nz);
  float sum = 0.0f, norm = 0.0f;

  for (int dz = -R; dz <= R; dz++) {
    for (int j = threadIdx.y; j < BY + 2 * R; j += BY)
      for (int i = threadIdx.x; i < BX + 2 * R; i += BX)
        slice[j][i] = sample(volume, blockIdx.x * BX + i - R,
                             blockIdx.y * BY + j - R, z + dz, nx, ny, nz);
    __syncthreads();

    float sz = spatial[abs(dz)];
    for (int dy = 0; dy <= 2 * R; dy++) {
      float syz = sz + spatial[abs(dy - R)];
#pragma unroll
      for (int dx = 0; dx <= 2 * R; dx++) {
        float v = slice[threadIdx.y + dy][threadIdx.x + dx];
        float d = v - centre;
        float weight = __expf(-(syz + spatial[abs(dx - R)] + d * d * range));
        sum += weight * v;
        norm += weight;
      }
    }
    __syncthreads();
  }

  if (x < nx && y < ny)
    out[((size_t)z * ny + y) * nx + x] =
        (ushort_t)__float2int_rn(65535.0f * sum / norm);
}

extern "C" void launch(const unsigned short *volume, unsigned short *out,
                       int nx, int ny, int nz) {
  dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY, nz);
  bilateral3d<<<grid, dim3(BX, BY)>>>(volume, out, nx, ny, nz, 50.0f);
}
