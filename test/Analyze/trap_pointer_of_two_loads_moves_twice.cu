// One pointer serves both loads, and moves twice in a trip, in compute.
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
  const float *a = A;
  for (int k = 0; k < K; k += 8) {
    x[t] = a[t];
    __syncthreads();
    s[t] = x[63 - t];
    a += 8;
    __syncthreads();
    y[t] = a[t];
    __syncthreads();
    sum += y[63 - t] * s[t ^ 1];
    a += 3;
    __syncthreads();
  }
  sum += a[3];
  C[t] = sum;
}
