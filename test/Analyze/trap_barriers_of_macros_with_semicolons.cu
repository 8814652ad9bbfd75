// Barriers of macros with their semicolons.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

#define SYNC __syncthreads();
__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    SYNC
    s[t] = x[63 - t];
    SYNC
    y[t] = A[k + 100 + t];
    SYNC
    sum += y[63 - t] * s[t ^ 1];
    SYNC
  }
  C[t] = sum;
}
