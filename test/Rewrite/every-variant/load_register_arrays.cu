// Hand-written staging: float4 values wait in an array between a loop of loads
// and a loop of transposed stores.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=16 -DTHREADS=64

__global__ void __launch_bounds__(64)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) float As[16][32 + 4];
  __shared__ __align__(16) float Bs[16][32];
  const int t = threadIdx.x;
  float acc[4][4] = {};

  for (int k = 0; k < K; k += 16) {
    float4 a[2], b[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      a[i] = *(const float4 *)&A[(blockIdx.y * 32 + t / 4 + 16 * i) * K + k + t % 4 * 4];
      b[i] = *(const float4 *)&B[(k + t / 8 + 8 * i) * N + blockIdx.x * 32 + t % 8 * 4];
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      As[t % 4 * 4 + 0][t / 4 + 16 * i] = a[i].x;
      As[t % 4 * 4 + 1][t / 4 + 16 * i] = a[i].y;
      As[t % 4 * 4 + 2][t / 4 + 16 * i] = a[i].z;
      As[t % 4 * 4 + 3][t / 4 + 16 * i] = a[i].w;
      *(float4 *)&Bs[t / 8 + 8 * i][t % 8 * 4] = b[i];
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < 16; ++kk)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += As[kk][t / 8 * 4 + i] * Bs[kk][t % 8 * 4 + j];
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      C[(blockIdx.y * 32 + t / 8 * 4 + i) * N + blockIdx.x * 32 + t % 8 * 4 + j] =
          acc[i][j];
}
