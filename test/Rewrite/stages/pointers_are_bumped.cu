// Pointers that only the load uses move with it; the counter that the condition
// asks has a second one for the tiles ahead. Behind the loop all hold what they
// always held.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=8 -DTHREADS=64 -DTILES=0,1,2,3,4,5,6 -DLOOSE
// RUN: %golden cpasync4

#define BM 32
#define BN 32
#define BK 8
#define THREADS 64

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];

  const int tid = threadIdx.x;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[BM * BN / THREADS] = {0.0f};
  int left = K;
  while (left > 0) {
    for (int i = tid; i < BM * BK; i += THREADS)
      As[i / BK][i % BK] = A[i / BK * K + i % BK];
    for (int i = tid; i < BK * BN; i += THREADS)
      Bs[i / BN][i % BN] = B[i / BN * N + i % BN];
    A += BK;     // the next columns
    B += BK * N; // the next rows
    __syncthreads();

    for (int e = 0; e < BM * BN / THREADS; ++e) {
      const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
      for (int i = 0; i < BK; ++i)
        acc[e] += As[r][i] * Bs[i][c];
    }
    left -= BK;
    __syncthreads();
  }

  for (int e = 0; e < BM * BN / THREADS; ++e) {
    const int r = (tid + e * THREADS) / BN, c = (tid + e * THREADS) % BN;
    C[r * N + c] = acc[e] + left;
  }
}
