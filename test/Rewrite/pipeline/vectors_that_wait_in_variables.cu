// Vectors of sixteen bytes by way of variables: where they are stored they are
// copied, zeros behind the edge by the thread itself.
//
// RUN: %rewrite_and_run pipeline,pipeline3,pipeline4 vectors \
// RUN:   -DTYPE=__half -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=16 -DTHREADS=64
// RUN: %golden pipeline4

#include <cuda_fp16.h>

__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int BM = 32, BN = 32, BK = 16;
  __shared__ __align__(16) half As[BM][BK];
  __shared__ __align__(16) half Bs[BK][BN];
  const int t = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int a_row = t / 2, a_col = t % 2 * 8;
  const int b_row = t / 4, b_col = t % 4 * 8;
  float acc[4][4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    // A: a row of 16 by two threads.
    uint4 a = make_uint4(0, 0, 0, 0);
    if (row0 + a_row < M && k0 + a_col < K)
      a = *reinterpret_cast<const uint4 *>(&A[(row0 + a_row) * K + k0 + a_col]);
    *reinterpret_cast<uint4 *>(&As[a_row][a_col]) = a;

    // B: a row of 32 by four.
    float4 b = {};
    if (k0 + b_row < K && col0 + b_col < N) {
      b = *reinterpret_cast<const float4 *>(
          &B[(k0 + b_row) * N + col0 + b_col]);
    }
    *reinterpret_cast<float4 *>(&Bs[b_row][b_col]) = b;
    __syncthreads();

    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += __half2float(As[t / 8 * 4 + i][k]) *
                       __half2float(Bs[k][t % 8 * 4 + j]);
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int row = row0 + t / 8 * 4 + i, col = col0 + t % 8 * 4 + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}
