// Two loop bodies declare a tile of the same name.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    __shared__ float x[64];
    x[t] = A[k + t];
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
  }
  for (int k = 0; k < K; k += 8) {
    __shared__ float x[64];
    x[t] = A[k + 128 + t];
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
