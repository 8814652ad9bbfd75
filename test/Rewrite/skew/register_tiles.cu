// SGEMM with 8 x 8 results a thread: threads read 16 bytes each, 32 apart. The
// rows of B are skewed, those of A, read by two rows of threads, stay.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single launched_gemm --pad=auto -DBLOCK_M=64 -DBLOCK_N=128 -DBLOCK_K=8
// RUN: %golden ldg

constexpr int BM = 64, BN = 128, BK = 8;
constexpr int TM = 8, TN = 8;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    sgemm(const float *__restrict__ A, const float *__restrict__ B,
          float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];

  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int a_row = tid / 2, a_col = tid % 2 * 4;
  const int b_row = tid / 32, b_col = tid % 32 * 4;

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM][TN] = {};
  float a_frag[TM], b_frag[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
    const float4 a = *reinterpret_cast<const float4 *>(&A[a_row * K + a_col]);
    As[a_col + 0][a_row] = a.x;
    As[a_col + 1][a_row] = a.y;
    As[a_col + 2][a_row] = a.z;
    As[a_col + 3][a_row] = a.w;
    for (int r = b_row; r < BK; r += THREADS / 32)
      *reinterpret_cast<float4 *>(&Bs[r][b_col]) =
          *reinterpret_cast<const float4 *>(&B[r * N + b_col]);
    __syncthreads();

    A += BK;
    B += BK * N;

#pragma unroll
    for (int k = 0; k < BK; ++k) {
#pragma unroll
      for (int i = 0; i < TM; ++i)
        a_frag[i] = As[k][ty * TM + i];
#pragma unroll
      for (int j = 0; j < TN; ++j)
        b_frag[j] = Bs[k][tx * TN + j];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] = fmaf(a_frag[i], b_frag[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(ty * TM + i) * N + tx * TN + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  sgemm<<<dim3(N / BN, M / BM), THREADS>>>(A, B, C, M, N, K);
}
