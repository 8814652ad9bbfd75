// Headers that the compiler takes for the system's, by -isystem, are not all CUDA's:
// what their functions do is read like that of any other.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s \
// RUN:   -- -isystem %S/Inputs/imported 2>&1 | FileCheck %s

#include <third.h>

// CHECK: K-loop in 'waits' left alone: {{.*}} [unknown-effects]
__global__ void waits(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    third::NamedBarrier::sync(64, 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'writes_a_global' left alone: {{.*}} [source-may-change]
__global__ void writes_a_global(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    third::note(sum, k + t);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'writes_the_source' left alone: {{.*}} [source-may-change]
__global__ void writes_the_source(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    put(A + k + 64 + t, sum);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'differs_by_thread': every barrier stays where it is, and only loads are early: 'k < K + third::isFirst()' may differ from thread to thread
__global__ void differs_by_thread(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K + third::isFirst(); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'computes' pipelined: ldg-single
__global__ void computes(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    sum = half_of(third::twice(sum));
    __syncthreads();
  }
  C[t] = sum;
}
