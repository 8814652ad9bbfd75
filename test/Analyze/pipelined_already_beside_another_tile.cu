// A loop with a pipeline for one of its tiles is pipelined, by whomever; the
// other tile was left out of it for a reason.
//
// RUN: cuda-pipeline-rewrite %s --explain -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite %t.cu --check
// RUN: cuda-pipeline-rewrite %s --variant=ldg-single -o %t.single.cu
// RUN: cuda-pipeline-rewrite %t.single.cu --variant=ldg-single --check

#include <cuda_runtime.h>

// Each tile has a phase of its own: only that of the first is pipelined.
// CHECK: K-loop in 'two_phases' pipelined
__global__ void two_phases(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float first[64], second[64], sums[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    first[t] = A[k + t];
    __syncthreads();
    second[t] = A[n + k + t];
    sums[t] = first[t ^ 1];
    __syncthreads();
    sum += sums[t ^ 2] * second[t ^ 4];
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_hand' left alone: {{.*}}the loop switches between
// buffers of 'first' by itself [already-pipelined]
__global__ void by_hand(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float first[2][64], second[64], sums[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int stage = 0;
  if (n > 0)
    first[0][t] = A[t];
  for (int k = 0; k < n; k += 64) {
    __syncthreads();
    second[t] = A[n + k + t];
    sums[t] = first[stage][t ^ 1];
    __syncthreads();
    sum += sums[t ^ 2] * second[t ^ 4];
    if (k + 64 < n)
      first[stage ^ 1][t] = A[k + 64 + t];
    stage ^= 1;
  }
  out[t] = sum;
}
