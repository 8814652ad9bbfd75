// Vectors at a stride that is a multiple of their length, whatever the block.
//
// RUN: %rewrite_and_run cpasync gemm --kernel=gemm -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=16 -DTHREADS=64
// RUN: cuda-pipeline-rewrite %s --explain -o %t.cu 2>&1 | FileCheck %s
//
// CHECK: K-loop in 'gemm' pipelined: cpasync
// CHECK: K-loop in 'vectors_meet' left alone

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[32][16 + 4];
  __shared__ float Bs[16][32];
  const int t = threadIdx.x;
  float sum[16] = {};

  for (int k = 0; k < K; k += 16) {
    for (int i = t * 4; i < 32 * 16; i += blockDim.x * 4)
      *(float4 *)&As[i / 16][i % 16] =
          *(const float4 *)&A[(blockIdx.y * 32 + i / 16) * K + k + i % 16];
    for (int i = t * 4; i < 16 * 32; i += blockDim.x * 4)
      *(float4 *)&Bs[i / 32][i % 32] =
          *(const float4 *)&B[(k + i / 32) * N + blockIdx.x * 32 + i % 32];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      for (int x = 0; x < 16; ++x)
        sum[i] += As[t / 32 * 16 + i][x] * Bs[x][t % 32];
    __syncthreads();
  }

  for (int i = 0; i < 16; ++i)
    C[(blockIdx.y * 32 + t / 32 * 16 + i) * N + blockIdx.x * 32 + t % 32] =
        sum[i];
}

// Each vector covers half of the next one.
__global__ void vectors_meet(const float *__restrict__ A,
                             float *__restrict__ C, int K) {
  __shared__ float tile[32][16 + 4];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 512) {
    for (int i = t * 2; i < 32 * 16; i += blockDim.x * 2)
      *(float4 *)&tile[i / 16][i % 16] = *(const float4 *)&A[k + 2 * i];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[t % 32][i];
    __syncthreads();
  }
  C[t] = sum;
}
