// The last tile is read behind the K-loop, which may have had no trip in this
// round: then it is that of an earlier round.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  x[t] = 0.0f;
  __syncthreads();
  for (int row = 0; row < 4; ++row) {
    for (int k = 0; k < K * (row & 1); k += 8) {
      x[t] = A[k + t + row];
      __syncthreads();
      sum += x[63 - t];
      __syncthreads();
    }
    sum += x[t ^ 5];
    __syncthreads();
  }
  C[t] = sum;
}
