// Batched complex C = A * B^H, real and imaginary part side by side: beams of
// an array of antennas. 32 x 32 a block of 16 x 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Complex {
  float re, im;
};

__device__ inline Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
__device__ inline Complex &operator+=(Complex &a, Complex b) {
  a.re += b.re;
  a.im += b.im;
  return a;
}
__device__ inline Complex conj(Complex a) { return {a.re, -a.im}; }

__global__ void cgemm(const Complex *A, const Complex *B, Complex *C, int m,
                      int n, int k) {
  constexpr int T = 32, KT = 16;
  __shared__ Complex as[T][KT + 1];
  __shared__ Complex bs[T][KT + 1];

  A += (long long)blockIdx.z * m * k;
  B += (long long)blockIdx.z * n * k;
  C += (long long)blockIdx.z * m * n;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * T, col0 = blockIdx.x * T;
  Complex sum[2][2] = {};

  for (int k0 = 0; k0 < k; k0 += KT) {
    const bool in_k = k0 + tx < k;
    for (int half = 0; half < 2; ++half) {
      const int r = ty + half * 16;
      as[r][tx] = in_k && row0 + r < m ? A[(row0 + r) * k + k0 + tx]
                                       : Complex{0.0f, 0.0f};
      bs[r][tx] = in_k && col0 + r < n ? conj(B[(col0 + r) * k + k0 + tx])
                                       : Complex{0.0f, 0.0f};
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < KT; ++kk)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] += as[ty + 16 * i][kk] * bs[tx + 16 * j][kk];
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int row = row0 + ty + 16 * i, col = col0 + tx + 16 * j;
      if (row < m && col < n)
        C[row * n + col] = sum[i][j];
    }
}

extern "C" void launch(const float *A, const float *B, float *C, int batch,
                       int m, int n, int k) {
  dim3 grid((n + 31) / 32, (m + 31) / 32, batch);
  cgemm<<<grid, dim3(16, 16)>>>((const Complex *)A, (const Complex *)B,
                                (Complex *)C, m, n, k);
}
