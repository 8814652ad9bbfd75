// Two tiles cut from one array at a constant offset: the second stage is a
// copy of both, and the launch pays for it.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm \
// RUN:   -DBLOCK_M=64 -DBLOCK_N=64 -DBLOCK_K=8 -DLOOSE
// RUN: %golden cpasync
// RUN: %golden ldg

constexpr int BM = 64, BN = 64, BK = 8, TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float smem[];
  float *As = smem;           // BM x BK
  float *Bs = smem + BM * BK; // BK x BN

  const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM][TN] = {};
  for (int k = 0; k < K; k += BK) {
    // Load one tile of A and one of B.
    for (int i = threadIdx.x; i < BM * BK; i += THREADS)
      As[i] = A[i / BK * K + i % BK];
    for (int i = threadIdx.x; i < BK * BN; i += THREADS)
      Bs[i] = B[i / BN * N + i % BN];
    A += BK;
    B += BK * N;
    __syncthreads();

    for (int p = 0; p < BK; ++p)
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] += As[(ty * TM + i) * BK + p] * Bs[p * BN + tx * TN + j];
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(ty * TM + i) * N + tx * TN + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  dim3 grid(N / BN, M / BM);
  size_t smem_bytes = (BM * BK + BK * BN) * sizeof(float);
  gemm<<<grid, THREADS, smem_bytes>>>(A, B, C, M, N, K);
}
