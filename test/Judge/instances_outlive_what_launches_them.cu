// A macro of a missing header, or what else does not compile, in the functions that
// launch a template: they go, and the compiler is asked for the instances all the same.
//
// RUN: %judge_by_nvcc %s --explain 2>&1 | FileCheck %s
// CHECK-NOT: no register counts
// CHECK: K-loop in 'gemm' pipelined: {{.*}}; nvcc 99.1.7 sees no loss
// CHECK: nvcc 99.1.7 says, for sm_90 and 256 threads a block:

#include "nowhere.h"

// nvcc: _Z4gemmILi64EEvPKfPfi plain=64 cpasync=64 ldg=64 ldg-single=64
template <int TILE> __global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[TILE][TILE];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += TILE) {
    for (int i = t; i < TILE * TILE; i += (TILE * 4))
      As[i / TILE][i % TILE] = A[(blockIdx.x * TILE + i / TILE) * N + k + i % TILE];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      for (int j = 0; j < 16; ++j)
        sum += As[t / 4][i] * As[i][t % 4 * 16 + j];
    __syncthreads();
  }
  C[blockIdx.x * (TILE * 4) + t] = sum;
}

template <int TILE> void launch(const float *A, float *C, int N) {
  const dim3 block(TILE * 4);
  gemm<TILE><<<N / TILE, block>>>(A, C, N);
  NOWHERE_CHECK(cudaGetLastError()); // nowhere::check
}

void run(const float *A, float *C, int N) {
  launch<64>(A, C, N);
}
