// A temporary changes between the two loads and in compute.
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
  for (int k = 0; k < K; k += 8) {
    int col = k + t;
    x[t] = A[col];
    __syncthreads();
    s[t] = x[63 - t] + col;
    col += 40;
    __syncthreads();
    y[t] = A[col];
    __syncthreads();
    sum += y[63 - t] * s[t ^ 1] + col;
    __syncthreads();
  }
  C[t] = sum;
}
