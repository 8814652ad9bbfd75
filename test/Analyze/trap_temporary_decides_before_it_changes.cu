// A temporary decides on a store, then takes another value for the next one.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    float v = A[k + t];
    x[t] = 0.0f;
    if (v > 0.0f)
      x[t] = A[k + t + 1];
    v = A[k + t + 2];
    y[t] = v;
    __syncthreads();
    sum += x[63 - t] * y[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
