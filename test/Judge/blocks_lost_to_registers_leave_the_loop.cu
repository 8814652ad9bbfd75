// 168 registers of 256 threads leave one block of four, and no form is better; with 80
// of 72 all three stay. With 113 two are left, of threads that have enough to do.
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' left alone: pipelining will not pay: cpasync, 2 stages: 168 registers, not 64, leave 1 of 4 blocks, and 4 other forms lose, too; so nvcc 99.1.7 says; --force rewrites it [will-not-pay]
// CHECK: nvcc 99.1.7 says, for sm_90 and 256 threads a block:
// CHECK: {{^}} as it is 64 0 4 ? -
// CHECK: {{^}} cpasync, 2 stages 168 0 1 ? - 168 registers, not 64, leave 1 of 4 blocks
// CHECK: {{^}} ldg-single 112 0 2 ? - 112 registers, not 64, leave 2 of 4 blocks
// CHECK: K-loop in 'enough' pipelined: {{.*}}; nvcc 99.1.7 sees no loss
// CHECK: {{^}} > cpasync, 2 stages 80 0 3

// nvcc: _Z4gemmPKfPfi plain=64 cpasync=168 ldg=113 ldg-single=112
// nvcc: _Z6enoughPKfPfi plain=72 cpasync=80 ldg=113 ldg-single=112
__global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < 64 * 64; i += 256)
      As[i / 64][i % 64] = A[(blockIdx.x * 64 + i / 64) * N + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

__global__ void enough(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < 64 * 64; i += 256)
      As[i / 64][i % 64] = A[(blockIdx.x * 64 + i / 64) * N + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

void run(const float *A, float *C, int N) {
  gemm<<<N / 64, 256>>>(A, C, N);
  enough<<<N / 64, 256>>>(A, C, N);
}
