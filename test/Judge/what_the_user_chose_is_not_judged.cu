// A variant, stages and --force are the user's own; --guess asks nobody.
// RUN: %judge_by_nvcc --guess %s --explain 2>&1 | FileCheck %s
// RUN: %judge_by_nvcc --variant=cpasync %s --explain 2>&1 | FileCheck %s
// RUN: %judge_by_nvcc --stages=2 %s --explain 2>&1 | FileCheck %s
// RUN: %judge_by_nvcc --force %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' pipelined: cpasync in wide copies, 2 stages
// CHECK-NOT: sees no loss
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s --check-prefix=JUDGED
// JUDGED: left alone

// nvcc: _Z4gemmPKfPfi plain=64 cpasync=168 ldg=113 ldg-single=113
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

void run(const float *A, float *C, int N) {
  gemm<<<N / 64, 256>>>(A, C, N);
}
