// DGEMM, one element a load, zeros behind the edges: copies of 16 bytes go to
// skewed columns, and so do those of one element that are made where the rows
// of a matrix are odd.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single launched_gemm --pad=auto --widen=auto -DBLOCK_M=16 -DBLOCK_N=64 -DBLOCK_K=8 -DRAGGED -DTYPE=double -DRESULT=double
// RUN: %golden cpasync

constexpr int BM = 16, BN = 64, BK = 8;
constexpr int TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    dgemm(const double *__restrict__ A, const double *__restrict__ B,
          double *__restrict__ C, int M, int N, int K) {
  __shared__ double As[BM][BK];
  __shared__ double Bs[BK][BN];

  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  double acc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      As[r][c] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0.0;
    }
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int r = i / BN, c = i % BN;
      Bs[r][c] = k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0.0;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      double a[TM], b[TN];
      for (int i = 0; i < TM; ++i)
        a[i] = As[ty * TM + i][k];
      for (int j = 0; j < TN; ++j)
        b[j] = Bs[k][tx * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] = fma(a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      const int row = row0 + ty * TM + i, col = col0 + tx * TN + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}

void launch(const double *A, const double *B, double *C, int M, int N, int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  dgemm<<<grid, THREADS>>>(A, B, C, M, N, K);
}
