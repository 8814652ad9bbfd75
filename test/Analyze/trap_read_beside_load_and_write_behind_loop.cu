// What stands beside the load reads memory that is written behind the loop: the
// barrier between the two moves in front of the read.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], table[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  table[t] = A[t];
  for (int k = 0; k < K; k += 8) {
    __syncthreads();
    x[t] = A[k + t];
    sum += table[63 - t];
    __syncthreads();
    sum += x[63 - t];
  }
  table[t] = sum;
  __syncthreads();
  C[t] = sum + table[t ^ 1];
}
