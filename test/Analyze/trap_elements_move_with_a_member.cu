// The loops store other elements of the tile: a member has moved in between.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

struct Window {
  int base, width;
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Window window;
  window.base = 0;
  for (int k = 0; k < K; k += 8) {
    x[window.base + t] = A[k * 64 + t];
    __syncthreads();
    sum += x[window.base + (t ^ 3)];
    __syncthreads();
  }
  window.base = 64;
  for (int k = 0; k < K; k += 8) {
    x[window.base + t] = A[k * 64 + t + 5];
    __syncthreads();
    sum += x[window.base + (t ^ 3)] + x[t ^ 1] * 3.0f;
    __syncthreads();
  }
  C[t] = sum;
}
