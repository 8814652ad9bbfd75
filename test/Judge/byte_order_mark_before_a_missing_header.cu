#include "nowhere.h"
// A file begins with a byte order mark, and then includes what is not there.
//
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK-NOT: no register counts
// CHECK: K-loop in 'gemm' pipelined: {{.*}}; nvcc 99.1.7 sees no loss

// nvcc: _Z4gemmPKfPfi plain=64 cpasync=64 ldg=64 ldg-single=64
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

void run(const float *A, float *C, int N) { gemm<<<N / 64, 256>>>(A, C, N); }
