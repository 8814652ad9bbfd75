// The MAGMA-like kernel for everything: 64 x 64 x 16, 4 x 4 results a thread
// that are 16 apart, one guarded element a load.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define BLK_M 64
#define BLK_N 64
#define BLK_K 16
#define DIM 16
#define THR_M (BLK_M / DIM)
#define THR_N (BLK_N / DIM)

__global__ void sgemm_nn_kernel(const float *__restrict__ A,
                                const float *__restrict__ B,
                                const float *__restrict__ C,
                                float *__restrict__ D, int m, int n, int k,
                                float alpha, float beta) {
  const int idx = threadIdx.x, idy = threadIdx.y;
  const int blx = blockIdx.x, bly = blockIdx.y;

  __shared__ float sA[BLK_M][BLK_K + 1];
  __shared__ float sB[BLK_K][BLK_N + 1];

  float rC[THR_M][THR_N];
#pragma unroll
  for (int i = 0; i < THR_M; i++)
#pragma unroll
    for (int j = 0; j < THR_N; j++)
      rC[i][j] = 0.0f;

  for (int kk = 0; kk < k; kk += BLK_K) {
#pragma unroll
    for (int i = 0; i < BLK_M; i += DIM) {
      const int gi = bly * BLK_M + i + idy, gk = kk + idx;
      sA[i + idy][idx] = (gi < m && gk < k) ? A[(long)gi * k + gk] : 0.0f;
    }
#pragma unroll
    for (int j = 0; j < BLK_N; j += DIM) {
      const int gk = kk + idy, gj = blx * BLK_N + j + idx;
      sB[idy][j + idx] = (gk < k && gj < n) ? B[(long)gk * n + gj] : 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int p = 0; p < BLK_K; p++) {
      float rA[THR_M], rB[THR_N];
#pragma unroll
      for (int i = 0; i < THR_M; i++)
        rA[i] = sA[i * DIM + idy][p];
#pragma unroll
      for (int j = 0; j < THR_N; j++)
        rB[j] = sB[p][j * DIM + idx];
#pragma unroll
      for (int i = 0; i < THR_M; i++)
#pragma unroll
        for (int j = 0; j < THR_N; j++)
          rC[i][j] += rA[i] * rB[j];
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < THR_M; i++)
#pragma unroll
    for (int j = 0; j < THR_N; j++) {
      const int gi = bly * BLK_M + i * DIM + idy;
      const int gj = blx * BLK_N + j * DIM + idx;
      if (gi < m && gj < n)
        D[(long)gi * n + gj] = alpha * rC[i][j] + beta * C[(long)gi * n + gj];
    }
}

extern "C" void launch(const float *A, const float *B, const float *C, float *D,
                       int m, int n, int k, float alpha, float beta) {
  dim3 grid((n + BLK_N - 1) / BLK_N, (m + BLK_M - 1) / BLK_M);
  sgemm_nn_kernel<<<grid, dim3(DIM, DIM)>>>(A, B, C, D, m, n, k, alpha, beta);
}
