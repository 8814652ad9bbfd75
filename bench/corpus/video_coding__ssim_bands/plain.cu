// Structural similarity in windows of 8 x 8: a block goes down 16 rows of
// windows a trip; five sums of each, from two tiles of 23 x 39.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

constexpr int kWin = 8, kX = 32, kY = 16;
constexpr int kTileX = kX + kWin - 1, kTileY = kY + kWin - 1;

__global__ __launch_bounds__(kX * kY, 2) void ssim(const unsigned char *__restrict__ a,
                                                   const unsigned char *__restrict__ b,
                                                   float *__restrict__ map, int width,
                                                   int height, int bands) {
  __shared__ float ta[kTileY][kTileX];
  __shared__ float tb[kTileY][kTileX];

  const int out_w = width - kWin + 1, out_h = height - kWin + 1;
  const int x0 = blockIdx.x * kX, x = x0 + threadIdx.x;

  for (int band = 0; band < bands; ++band) {
    const int y0 = (blockIdx.y * bands + band) * kY;
    if (y0 >= out_h)
      break;
    for (int j = threadIdx.y; j < kTileY; j += kY)
      for (int i = threadIdx.x; i < kTileX; i += kX) {
        const bool in = x0 + i < width && y0 + j < height;
        const size_t at = (size_t)(y0 + j) * width + x0 + i;
        ta[j][i] = in ? a[at] : 0.f;
        tb[j][i] = in ? b[at] : 0.f;
      }
    __syncthreads();

    float sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
#pragma unroll
    for (int j = 0; j < kWin; ++j)
#pragma unroll
      for (int i = 0; i < kWin; ++i) {
        const float p = ta[threadIdx.y + j][threadIdx.x + i];
        const float q = tb[threadIdx.y + j][threadIdx.x + i];
        sa += p;
        sb += q;
        saa += p * p;
        sbb += q * q;
        sab += p * q;
      }
    const int y = y0 + threadIdx.y;
    if (x < out_w && y < out_h) {
      constexpr float n = 1.f / (kWin * kWin);
      const float ma = sa * n, mb = sb * n;
      const float va = saa * n - ma * ma, vb = sbb * n - mb * mb, cov = sab * n - ma * mb;
      map[(size_t)y * out_w + x] = (2 * ma * mb + 6.5f) * (2 * cov + 58.5f) /
                                   ((ma * ma + mb * mb + 6.5f) * (va + vb + 58.5f));
    }
    __syncthreads();
  }
}

extern "C" void launch(const unsigned char *a, const unsigned char *b, float *map,
                       int width, int height) {
  const int bands = 8;
  dim3 grid((width - kWin + kX) / kX, (height - kWin + kY * bands) / (kY * bands));
  ssim<<<grid, dim3(kX, kY)>>>(a, b, map, width, height, bands);
}
