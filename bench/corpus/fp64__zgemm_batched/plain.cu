// Products of double complex matrices, batched, one of them conjugated and
// transposed: 32 x 32 x 16 a block, 2 x 2 results a thread; zeros behind edges.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

struct Complex {
  double re, im;
  __device__ Complex(double r = 0.0, double i = 0.0) : re(r), im(i) {}
};

// a += conj(b) * c
__device__ __forceinline__ void add_conj_product(Complex &a, const Complex &b,
                                                 const Complex &c) {
  a.re = fma(b.re, c.re, a.re);
  a.re = fma(b.im, c.im, a.re);
  a.im = fma(b.re, c.im, a.im);
  a.im = fma(-b.im, c.re, a.im);
}

__device__ __forceinline__ Complex load(const double *p, size_t at, bool in) {
  return in ? Complex(p[2 * at], p[2 * at + 1]) : Complex();
}

template <int TILE, int DEPTH>
__global__ void zgemm_conj_trans(const double *a, const double *b, double *c,
                                 int m, int n, int k) {
  __shared__ double a_re[DEPTH][TILE], a_im[DEPTH][TILE];
  __shared__ double b_re[DEPTH][TILE], b_im[DEPTH][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  a += size_t(blockIdx.z) * m * k * 2;
  b += size_t(blockIdx.z) * k * n * 2;
  c += size_t(blockIdx.z) * m * n * 2;

  Complex sum[2][2];

  for (int p = 0; p < k; p += DEPTH) {
    // A is k x m: rows of both are contiguous.
    for (int y = ty; y < DEPTH; y += 16)
      for (int x = tx; x < TILE; x += 16) {
        const Complex u = load(a, size_t(p + y) * m + row0 + x,
                               p + y < k && row0 + x < m);
        const Complex v = load(b, size_t(p + y) * n + col0 + x,
                               p + y < k && col0 + x < n);
        a_re[y][x] = u.re;
        a_im[y][x] = u.im;
        b_re[y][x] = v.re;
        b_im[y][x] = v.im;
      }
    __syncthreads();
#pragma unroll 4
    for (int q = 0; q < DEPTH; ++q)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          add_conj_product(
              sum[i][j],
              Complex(a_re[q][ty + 16 * i], a_im[q][ty + 16 * i]),
              Complex(b_re[q][tx + 16 * j], b_im[q][tx + 16 * j]));
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int row = row0 + ty + 16 * i, col = col0 + tx + 16 * j;
      if (row < m && col < n) {
        c[2 * (size_t(row) * n + col)] = sum[i][j].re;
        c[2 * (size_t(row) * n + col) + 1] = sum[i][j].im;
      }
    }
}

extern "C" void launch(const double *a, const double *b, double *c, int batch,
                       int m, int n, int k) {
  dim3 grid((n + 31) / 32, (m + 31) / 32, batch);
  zgemm_conj_trans<32, 16><<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
