// The second load's index comes from scratch, the first load does not mind.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64]; __shared__ int at[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    at[t] = x[63 - t] > 0.0f ? 3 : 70;
    __syncthreads();
    y[t] = A[at[t ^ 1] + k + t];
    __syncthreads();
    sum += x[t] * y[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
