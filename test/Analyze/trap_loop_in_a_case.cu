// A K-loop in a case, and a later case.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  switch (K & 1) {
  case 0:
    sum = 1.0f;
    for (int k = 0; k < K; k += 8) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[63 - t];
      __syncthreads();
    }
    break;
  case 1:
    sum = A[t];
  }
  C[t] = sum;
}
