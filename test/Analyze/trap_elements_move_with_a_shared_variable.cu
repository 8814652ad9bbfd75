// The loops store other elements of the tile: one thread has moved them.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __shared__ int base;
  if (t == 0)
    base = 0;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    x[base + t] = A[k * 64 + t];
    __syncthreads();
    sum += x[base + (t ^ 3)];
    __syncthreads();
  }
  if (t == 0)
    base = 64;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    x[base + t] = A[k * 64 + t + 5];
    __syncthreads();
    sum += x[base + (t ^ 3)] + x[t ^ 1] * 3.0f;
    __syncthreads();
  }
  C[t] = sum;
}
