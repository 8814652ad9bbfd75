// Scratch in the loop body has the name of a variable outside.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f, s = 1.0f;
  for (int k = 0; k < K; k += 8) {
    __shared__ float s[64];
    x[t] = A[k + t];
    __syncthreads();
    s[t] = x[63 - t];
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum + s;
}
