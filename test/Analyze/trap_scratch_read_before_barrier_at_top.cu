// Scratch is read in front of the barrier at the top.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  s[t] = 0.0f;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    sum += s[63 - t];
    __syncthreads();
    tile[t] = A[k + t];
    __syncthreads();
    s[t] = tile[63-t] + sum;
    __syncthreads();
  }
  C[t] = sum;
}
