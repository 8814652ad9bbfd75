// What the store needs is worked out from a temporary that changes afterwards: what is
// kept is what was loaded, and the store works out both in their order.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    float v = 2.0f;
    float before = v + 1.0f;
    if (k + t < K)
      v = A[k + t];
    x[t] = v;
    y[t] = before;
    __syncthreads();
    sum += x[63 - t] * y[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
