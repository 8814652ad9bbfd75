// D = alpha * A * B^T + beta * C in double: 64 x 64 x 8 a block, double2 loads,
// both tiles transposed in the store, 4 x 4 results a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

static constexpr int BM = 64, BN = 64, BK = 8, TM = 4, TN = 4;

__global__ void __launch_bounds__((BM / TM) * (BN / TN), 2)
    dgemm_nt(int M, int N, int K, double alpha, const double *__restrict__ A,
             int lda, const double *__restrict__ B, int ldb, double beta,
             const double *__restrict__ C, double *__restrict__ D, int ldc) {
  __shared__ double As[BK][BM + 2];
  __shared__ double Bs[BK][BN + 2];

  const int tid = threadIdx.x;
  const int tcol = tid % (BN / TN), trow = tid / (BN / TN);
  // One double2 of each tile a thread.
  const int ld_row = tid / (BK / 2), ld_col = tid % (BK / 2) * 2;

  const double *a_ptr = A + (size_t)(blockIdx.y * BM + ld_row) * lda + ld_col;
  const double *b_ptr = B + (size_t)(blockIdx.x * BN + ld_row) * ldb + ld_col;

  double acc[TM][TN] = {{0.0}};

  for (int k = 0; k < K; k += BK) {
    const double2 a = *reinterpret_cast<const double2 *>(a_ptr + k);
    const double2 b = *reinterpret_cast<const double2 *>(b_ptr + k);
    As[ld_col][ld_row] = a.x;
    As[ld_col + 1][ld_row] = a.y;
    Bs[ld_col][ld_row] = b.x;
    Bs[ld_col + 1][ld_row] = b.y;
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < BK; ++kk) {
      double ra[TM], rb[TN];
#pragma unroll
      for (int i = 0; i < TM; ++i)
        ra[i] = As[kk][trow * TM + i];
#pragma unroll
      for (int j = 0; j < TN; ++j)
        rb[j] = Bs[kk][tcol + j * (BN / TN)];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] = fma(ra[i], rb[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; ++j) {
      const size_t at = (size_t)(blockIdx.y * BM + trow * TM + i) * ldc +
                        blockIdx.x * BN + tcol + j * (BN / TN);
      D[at] = alpha * acc[i][j] + beta * C[at];
    }
}

extern "C" void launch(const double *A, const double *B, const double *C,
                       double *D, int M, int N, int K) {
  dim3 grid(N / BN, M / BM);
  dgemm_nt<<<grid, (BM / TM) * (BN / TN)>>>(M, N, K, 1.5, A, K, B, K, -0.25, C,
                                            D, N);
}
