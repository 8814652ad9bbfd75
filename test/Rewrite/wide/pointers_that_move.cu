// Flat arrays, rows found by division, pointers that the loop moves on. There
// are no guards: sizes are multiples of the tile.
//
// RUN: %rewrite_and_run cpasync gemm --widen=auto \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=8 -DTHREADS=64 -DLOOSE
// RUN: %golden cpasync

__global__ void __launch_bounds__(64)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  const int BM = 16, BN = 16, BK = 8;
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  const unsigned a_row = threadIdx.x / BK, a_col = threadIdx.x % BK;
  const unsigned b_row = threadIdx.x / BN, b_col = threadIdx.x % BN;
  float sum[4] = {};

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  for (int k = 0; k < K; k += BK) {
    for (int offset = 0; offset < BM; offset += 64 / BK)
      As[(a_row + offset) * BK + a_col] = A[(a_row + offset) * K + a_col];
    for (int offset = 0; offset < BK; offset += 64 / BN)
      Bs[(b_row + offset) * BN + b_col] = B[(b_row + offset) * N + b_col];
    __syncthreads();
    A += BK;
    B += BK * N;

    for (int i = 0; i < 4; ++i)
      for (int x = 0; x < BK; ++x)
        sum[i] += As[(b_row * 4 + i) * BK + x] * Bs[x * BN + b_col];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(b_row * 4 + i) * N + b_col] = sum[i];
}
