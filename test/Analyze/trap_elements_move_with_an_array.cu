// The loops store other elements of the tile: an element of an array has changed.
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
  int base[2] = {0, 64};
  for (int k = 0; k < K; k += 8) {
    x[base[0] + t] = A[k * 64 + t];
    __syncthreads();
    sum += x[base[0] + (t ^ 3)];
    __syncthreads();
  }
  base[0] = base[1];
  for (int k = 0; k < K; k += 8) {
    x[base[0] + t] = A[k * 64 + t + 5];
    __syncthreads();
    sum += x[base[0] + (t ^ 3)] + x[t ^ 1] * 3.0f;
    __syncthreads();
  }
  C[t] = sum;
}
