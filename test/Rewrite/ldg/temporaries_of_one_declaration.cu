// `float a = 0, b = 0;` comes apart into two registers, each set where it was
// declared; loads overwrite them where there is something to load.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:     -DBLOCK_K=16 -DTHREADS=64 -DRAGGED
// RUN: %golden ldg

constexpr int BM = 32, BN = 32, BK = 16, BLOCK = 64;

__global__ void __launch_bounds__(BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[BM * BN / BLOCK] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += BLOCK) {
      const int r = i / BK, c = i % BK;
      float a = 0.0f, b = 0.0f; // behind the edges
      if (k0 + c < K) {
        if (row0 + r < M)
          a = A[(row0 + r) * K + k0 + c];
        if (col0 + r < N)
          b = B[(k0 + c) * N + col0 + r];
      }
      As[r][c] = a;
      Bs[c][r] = b;
    }
    __syncthreads();

    for (int e = 0; e < BM * BN / BLOCK; ++e)
      for (int k = 0; k < BK; ++k)
        acc[e] += As[(e * BLOCK + tid) / BN][k] *
                  Bs[k][(e * BLOCK + tid) % BN];
    __syncthreads();
  }

  for (int e = 0; e < BM * BN / BLOCK; ++e) {
    const int row = row0 + (e * BLOCK + tid) / BN;
    const int col = col0 + (e * BLOCK + tid) % BN;
    if (row < M && col < N)
      C[row * N + col] = acc[e];
  }
}
