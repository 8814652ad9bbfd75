// C = A * A^T in double, the lower half: blocks above the diagonal leave at
// once. Both tiles are stored by columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int NB, int KB>
__global__ __launch_bounds__(NB *NB / 16, 4) void dsyrk(const double *A,
                                                        double *C, int n, int k,
                                                        int lda, int ldc) {
  if (blockIdx.x > blockIdx.y)
    return;
  __shared__ double rows[KB][NB];
  __shared__ double cols[KB][NB];

  constexpr int THREADS = NB * NB / 16;
  const int t = threadIdx.x;
  const int i0 = blockIdx.y * NB, j0 = blockIdx.x * NB;
  const int ti = t / (NB / 4), tj = t % (NB / 4);

  double c[4][4] = {{0.0}};
  for (int p = 0; p < k; p += KB) {
    for (int e = t; e < NB * KB; e += THREADS) {
      const int line = e / KB, kk = e % KB;
      rows[kk][line] = i0 + line < n && p + kk < k
                           ? __ldg(&A[(i0 + line) * (size_t)lda + p + kk])
                           : 0.0;
      cols[kk][line] = j0 + line < n && p + kk < k
                           ? __ldg(&A[(j0 + line) * (size_t)lda + p + kk])
                           : 0.0;
    }
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < KB; ++kk) {
      double a[4], b[4];
      for (int i = 0; i < 4; ++i) {
        a[i] = rows[kk][ti + i * (NB / 4)];
        b[i] = cols[kk][tj + i * (NB / 4)];
      }
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          c[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int row = i0 + ti + i * (NB / 4), col = j0 + tj + j * (NB / 4);
      if (row < n && col <= row)
        C[row * (size_t)ldc + col] = c[i][j];
    }
}

extern "C" void launch(const double *A, double *C, int n, int k) {
  const int blocks = (n + 63) / 64;
  dsyrk<64, 16><<<dim3(blocks, blocks), 256>>>(A, C, n, k, k, n);
}
