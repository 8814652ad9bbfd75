// The position moves on between the two loads.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (k < K) {
    x[t] = A[k + t];
    __syncthreads();
    s[t] = x[63 - t];
    k += 8;
    __syncthreads();
    y[t] = A[k + t];
    __syncthreads();
    sum += y[63 - t] * s[t ^ 1] + k;
    __syncthreads();
  }
  C[t] = sum;
}
