// Tile and scratch are the same memory.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ union { float x[64]; float s[64]; } sm;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    sm.x[t] = A[k + t];
    __syncthreads();
    const float v = sm.x[63 - t];
    __syncthreads();
    sm.s[t] = v;
    __syncthreads();
    sum += sm.s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
