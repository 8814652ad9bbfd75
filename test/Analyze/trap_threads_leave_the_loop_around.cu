// Half of the threads are gone in the second round: their elements are those of the
// first.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < K; k += 8) {
      x[t] = A[k * 64 + t + round];
      __syncthreads();
      sum += x[t ^ 3] + x[63 - t] * 3.0f;
      __syncthreads();
    }
    if (round == 0 && t >= 32) {
      C[t] = sum;
      return;
    }
  }
  C[t] = sum;
}
