// assert() of the load phase and of compute, and what one thread prints: text that nobody
// writes. What is printed is not made early.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu

#include <cassert>
#include <cstdio>

// CHECK: K-loop in 'asserts' pipelined: cpasync
// TEXT-LABEL: void asserts(
// TEXT: // Prologue:
// TEXT: assert(k % 64 == 0);
// TEXT: assert(sum < 1e30f);
__global__ void asserts(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    assert(k % 64 == 0);
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    assert(sum < 1e30f);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'prints' pipelined: cpasync
// TEXT-LABEL: void prints(
// TEXT-NOT: printf
// TEXT: // Prologue:
// TEXT: printf("tile %d\n", k);
__global__ void prints(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t == 0)
      printf("tile %d\n", k);
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ float *text(const char *name);

// CHECK: K-loop in 'unseen' left alone: {{.*}}[unknown-effects]
__global__ void unseen(float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = text("A")[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
