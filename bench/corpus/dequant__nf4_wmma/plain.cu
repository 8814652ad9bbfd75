// Y = X W^T with weights of four bits that number 16 quantiles of the normal
// distribution, and a largest value for every 64: looked up and scaled on the
// way to the tile. 64 x 64 x 32, four warps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__constant__ float kNormalFloat[16] = {
    -1.0f, -0.6961928f, -0.5250731f, -0.3949175f, -0.2844414f, -0.1847734f,
    -0.0910500f, 0.0f, 0.0795803f, 0.1609302f, 0.2461123f, 0.3379152f,
    0.4407098f, 0.5626170f, 0.7229568f, 1.0f};

__global__ void __launch_bounds__(128)
    nf4_linear(const half *__restrict__ x, const unsigned char *__restrict__ w,
               const float *__restrict__ absmax, half *__restrict__ y, int m,
               int n, int k) {
  constexpr int LD = 40;
  __shared__ __align__(32) half xs[64 * LD];
  __shared__ __align__(32) half ws[64 * LD];
  __shared__ half code[16];
  __shared__ __align__(32) float out[4][16 * 16];

  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int m0 = blockIdx.y * 64, n0 = blockIdx.x * 64;
  const int wm = warp / 2 * 32, wn = warp % 2 * 32;

  if (t < 16)
    code[t] = __float2half(kNormalFloat[t]);
  __syncthreads();

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c[2][2];
  for (auto &row : c)
    for (auto &f : row)
      wmma::fill_fragment(f, 0.0f);

  for (int k0 = 0; k0 < k; k0 += 32) {
    // Two pieces of eight halves a thread.
    for (int i = t; i < 256; i += 128) {
      const int r = i / 4, s = i % 4 * 8;
      uint4 v = make_uint4(0, 0, 0, 0);
      if (m0 + r < m)
        v = *reinterpret_cast<const uint4 *>(x + (size_t)(m0 + r) * k + k0 + s);
      *reinterpret_cast<uint4 *>(xs + r * LD + s) = v;
    }
    // Eight bytes of weights a thread: half of a row of the tile.
    {
      const int r = t / 2, s = t % 2 * 16;
      const size_t at = (size_t)(n0 + r) * k + k0 + s;
      const uint2 q = *reinterpret_cast<const uint2 *>(w + at / 2);
      const half scale = __float2half(absmax[at / 64]);
#pragma unroll
      for (int e = 0; e < 8; ++e) {
        ws[r * LD + s + e] = __hmul(code[q.x >> (4 * e) & 15], scale);
        ws[r * LD + s + 8 + e] = __hmul(code[q.y >> (4 * e) & 15], scale);
      }
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < 32; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b[2];
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(a[i], xs + (wm + 16 * i) * LD + kk, LD);
        wmma::load_matrix_sync(b[i], ws + (wn + 16 * i) * LD + kk, LD);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(c[i][j], a[i], b[j], c[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      wmma::store_matrix_sync(out[warp], c[i][j], 16, wmma::mem_row_major);
      __syncwarp();
      for (int e = lane; e < 256; e += 32) {
        const int row = m0 + wm + 16 * i + e / 16;
        if (row < m)
          y[(size_t)row * n + n0 + wn + 16 * j + e % 16] =
              __float2half(out[warp][e]);
      }
      __syncwarp();
    }
}

extern "C" void launch(const half *x, const unsigned char *w,
                       const float *absmax, half *y, int m, int n, int k) {
  nf4_linear<<<dim3(n / 64, (m + 63) / 64), 128>>>(x, w, absmax, y, m, n, k);
}
