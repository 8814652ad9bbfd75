// 27 points with four weights (a multigrid smoother), periodic: four planes a
// trip and one on each side, blocks of (32, 4, 4), dynamic shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Weights {
  float centre, face, edge, corner;
};

const int BX = 32, BY = 4, BZ = 4;
const int SX = BX + 2, SY = BY + 2, SZ = BZ + 2;

__device__ __forceinline__ int wrap(int i, int n) {
  while (i < 0)
    i += n;
  while (i >= n)
    i -= n;
  return i;
}

__global__ void smooth27(const float *in, float *out, int nx, int ny, int nz,
                         int planes_per_block, Weights w) {
  extern __shared__ float cube[];
#define CUBE(z, y, x) cube[((z) * SY + (y)) * SX + (x)]

  const int threads = BX * BY * BZ;
  const int id = (threadIdx.z * BY + threadIdx.y) * BX + threadIdx.x;
  const int x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;
  const int zbegin = blockIdx.z * planes_per_block;
  const int zend = min(zbegin + planes_per_block, nz);

  for (int z0 = zbegin; z0 < zend; z0 += BZ) {
    for (int i = id; i < SX * SY * SZ; i += threads) {
      const int x = wrap(x0 + i % SX - 1, nx);
      const int y = wrap(y0 + i / SX % SY - 1, ny);
      const int z = wrap(z0 + i / (SX * SY) - 1, nz);
      cube[i] = in[((size_t)z * ny + y) * nx + x];
    }
    __syncthreads();

    const int x = x0 + threadIdx.x, y = y0 + threadIdx.y, z = z0 + threadIdx.z;
    if (x < nx && y < ny && z < zend) {
      float sum[4] = {0.f, 0.f, 0.f, 0.f}; // by the number of steps away
#pragma unroll
      for (int dz = 0; dz < 3; dz++)
#pragma unroll
        for (int dy = 0; dy < 3; dy++)
#pragma unroll
          for (int dx = 0; dx < 3; dx++)
            sum[(dx != 1) + (dy != 1) + (dz != 1)] +=
                CUBE(threadIdx.z + dz, threadIdx.y + dy, threadIdx.x + dx);
      out[((size_t)z * ny + y) * nx + x] = w.centre * sum[0] + w.face * sum[1] +
                                           w.edge * sum[2] + w.corner * sum[3];
    }
    __syncthreads();
  }
#undef CUBE
}

extern "C" void launch(const float *in, float *out, int nx, int ny, int nz) {
  const Weights w = {0.5f, 0.05f, 0.0125f, 0.00625f};
  const int planes = 32;
  dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY, (nz + planes - 1) / planes);
  smooth27<<<grid, dim3(BX, BY, BZ), SX * SY * SZ * sizeof(float)>>>(
      in, out, nx, ny, nz, planes, w);
}
