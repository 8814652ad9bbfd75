// A factor changes between the two loads; compute reads it before and after.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float scale = 1.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t] * scale;
    __syncthreads();
    s[t] = x[63 - t] * scale;
    scale *= 0.5f;
    __syncthreads();
    y[t] = A[64 + k + t] * scale;
    __syncthreads();
    sum += y[63 - t] * s[t ^ 1] + scale;
    __syncthreads();
  }
  C[t] = sum;
}
