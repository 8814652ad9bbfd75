// The tile is stored in an inner loop, which is the K-loop.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int j = 0; j < 2; ++j) {
      x[t] = A[k + j * 64 + t];
      __syncthreads();
      sum += x[63 - t];
      __syncthreads();
    }
  }
  C[t] = sum;
}
