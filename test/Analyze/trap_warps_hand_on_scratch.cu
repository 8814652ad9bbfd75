// Warps hand on values by __syncwarp(), beside barriers of the block.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    s[t] = x[63 - t];
    __syncwarp();
    sum += s[t ^ 1];
    __syncwarp();
    s[t] = sum;
    __syncwarp();
    sum += s[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}
