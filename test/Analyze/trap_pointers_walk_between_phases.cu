// Each load has a pointer that walks, and compute reads through both.
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
  const float *a = A, *v = A + 200;
  for (int k = 0; k < K; k += 8) {
    x[t] = a[t];
    a += 8;
    __syncthreads();
    s[t] = x[63 - t];
    __syncthreads();
    y[t] = v[t];
    v += 16;
    __syncthreads();
    sum += y[63 - t] * s[t ^ 1] + a[0] + v[-1];
    __syncthreads();
  }
  C[t] = sum;
}
