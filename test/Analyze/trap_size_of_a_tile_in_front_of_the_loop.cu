// In front of the loop the tile's name stands in sizeof, behind it in code.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x, size = sizeof(x) / sizeof(float);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    sum += x[size - 1 - t];
    __syncthreads();
  }
  if (K > 0)
    sum += x[t ^ 1];
  C[t] = sum;
}
