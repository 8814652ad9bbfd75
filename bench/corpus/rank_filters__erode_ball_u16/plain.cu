// Grey erosion of a volume of 16 bits by a ball of radius 3: seven slices, one
// a trip, each with its own disc.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <climits>

namespace morph {

constexpr int R = 3, BX = 32, BY = 8;
constexpr int PX = BX + 2 * R, PY = BY + 2 * R;

__device__ __forceinline__ int clampi(int v, int hi) {
  return v < 0 ? 0 : v >= hi ? hi - 1 : v;
}

__global__ __launch_bounds__(BX *BY) void erode(
    const unsigned short *__restrict__ in, unsigned short *__restrict__ out,
    int nx, int ny, int nz) {
  __shared__ unsigned short plane[PY * PX];

  const int bx = blockIdx.x * BX, by = blockIdx.y * BY, z = blockIdx.z;
  const int t = threadIdx.y * BX + threadIdx.x;
  unsigned lowest = USHRT_MAX;

  for (int dz = -R; dz <= R; ++dz) {
    const unsigned short *slice = in + (size_t)clampi(z + dz, nz) * nx * ny;
    for (int i = t; i < PX * PY; i += BX * BY)
      plane[i] = slice[clampi(by + i / PX - R, ny) * nx +
                       clampi(bx + i % PX - R, nx)];
    __syncthreads();

#pragma unroll
    for (int dy = -R; dy <= R; ++dy) {
      const int room = R * R - dy * dy - dz * dz;
#pragma unroll
      for (int dx = -R; dx <= R; ++dx)
        if (dx * dx <= room)
          lowest = min(lowest, (unsigned)plane[(threadIdx.y + R + dy) * PX +
                                               threadIdx.x + R + dx]);
    }
    __syncthreads();
  }

  const int x = bx + threadIdx.x, y = by + threadIdx.y;
  if (x < nx && y < ny)
    out[((size_t)z * ny + y) * nx + x] = (unsigned short)lowest;
}

} // namespace morph

extern "C" void launch(const unsigned short *in, unsigned short *out, int nx,
                       int ny, int nz) {
  using namespace morph;
  erode<<<dim3((nx + BX - 1) / BX, (ny + BY - 1) / BY, nz), dim3(BX, BY)>>>(
      in, out, nx, ny, nz);
}
