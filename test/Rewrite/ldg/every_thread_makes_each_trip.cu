// Blocks of 64 threads fill tiles of 512 bytes: each thread loads 8 of each, and
// none needs to ask. The bytes stay bytes, and so the loads stay in flight:
// widened to int, as `? : 0` says, each would be waited for.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:     -DBLOCK_K=16 -DTHREADS=64 -DRAGGED -DTYPE='signed char' -DRESULT=int
// RUN: %golden ldg

constexpr int BM = 32, BN = 32, BK = 16, BLOCK = 64;

__global__ void __launch_bounds__(BLOCK)
    gemm(const signed char *__restrict__ A, const signed char *__restrict__ B,
         int *__restrict__ C, int M, int N, int K) {
  __shared__ signed char As[BM][BK];
  __shared__ signed char Bs[BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int acc[BM * BN / BLOCK] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += BLOCK) {
      const int r = i / BK, c = i % BK;
      As[r][c] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0;
    }
    for (int i = tid; i < BK * BN; i += BLOCK)
      Bs[i / BN][i % BN] = k0 + i / BN >= K || col0 + i % BN >= N
                               ? 0
                               : B[(k0 + i / BN) * N + col0 + i % BN];
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
