// With three quarters of all warps resident and more than 60 math instructions a load,
// nothing is to be gained: that many warps must reside by the compiler's registers.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' left alone: pipelining will not pay: 64.0 math instructions for each load, and room for 64 of 64 warps
// CHECK: K-loop in 'both' pipelined: cpasync

// nvcc: _Z4gemmPKfPfi plain=32 cpasync=32 ldg=32 ldg-single=32
// nvcc: _Z4bothPKfPfi plain=64 cpasync=64 ldg=64 ldg-single=64
__global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    for (int i = t; i < 32 * 32; i += 256)
      As[i / 32][i % 32] = A[(blockIdx.x * 32 + i / 32) * N + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[t / 8][i % 32] * As[i % 32][t % 5];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}
__global__ void both(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    for (int i = t; i < 32 * 32; i += 256)
      As[i / 32][i % 32] = A[(blockIdx.x * 32 + i / 32) * N + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[t / 8][i % 32] * As[i % 32][t % 5];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}
void launch(const float *A, float *C, int N) {
  gemm<<<N / 32, 256>>>(A, C, N);
  both<<<N / 32, 256>>>(A, C, N);
}
