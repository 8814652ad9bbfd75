// BLAS's SGEMM('T', 'N') with 96 x 96 x 12 tiles: both operands have k as the
// fast index, 6 x 6 results a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define A_(i, j) A[(size_t)(j) * lda + (i)]
#define B_(i, j) B[(size_t)(j) * ldb + (i)]
#define C_(i, j) C[(size_t)(j) * ldc + (i)]

template <int NB, int KB, int R>
__launch_bounds__(256) __global__
    void sgemm_tn(int m, int n, int k, const float *__restrict__ A, int lda,
                  const float *__restrict__ B, int ldb, float *__restrict__ C,
                  int ldc) {
  __shared__ float As[KB][NB + 1];
  __shared__ float Bs[KB][NB + 1];

  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int i0 = blockIdx.x * NB, j0 = blockIdx.y * NB;
  float c[R][R];
#pragma unroll
  for (int q = 0; q < R * R; ++q)
    c[q / R][q % R] = 0.f;

  for (int l0 = 0; l0 < k; l0 += KB) {
    for (int q = threadIdx.x; q < NB * KB; q += 256) {
      const int l = q % KB, i = q / KB;
      As[l][i] = (l0 + l < k && i0 + i < m) ? A_(l0 + l, i0 + i) : 0.f;
      Bs[l][i] = (l0 + l < k && j0 + i < n) ? B_(l0 + l, j0 + i) : 0.f;
    }
    __syncthreads();
#pragma unroll
    for (int l = 0; l < KB; ++l) {
      float a[R], b[R];
#pragma unroll
      for (int r = 0; r < R; ++r) {
        a[r] = As[l][tx + 16 * r];
        b[r] = Bs[l][ty + 16 * r];
      }
#pragma unroll
      for (int p = 0; p < R; ++p)
#pragma unroll
        for (int q = 0; q < R; ++q)
          c[p][q] += a[p] * b[q];
    }
    __syncthreads();
  }

#pragma unroll
  for (int q = 0; q < R; ++q)
#pragma unroll
    for (int p = 0; p < R; ++p) {
      const int i = i0 + tx + 16 * p, j = j0 + ty + 16 * q;
      if (i < m && j < n)
        C_(i, j) = c[p][q];
    }
}

extern "C" void launch(const float *A, const float *B, float *C, int m, int n,
                       int k) {
  const dim3 grid((m + 95) / 96, (n + 95) / 96);
  sgemm_tn<96, 12, 6><<<grid, 256>>>(m, n, k, A, k, B, k, C, m);
}
