// Load and compute set `off` before they read it, but compute goes on from the
// load's value: both work it out.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int off;
  for (int k = 0; k < K; k += 8) {
    off = k + 3;
    sum += off;
    off = k & 15;
    tile[t] = A[k * 8 + t + off];
    __syncthreads();
    off = off + 3;
    sum += tile[63 - t] * off;
    __syncthreads();
  }
  C[t] = sum;
}
