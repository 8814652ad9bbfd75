// What the second load phase reads is written in front of the loop and published by
// the loop's first barrier.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float ks[64], vs[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  C[64 + t] = A[t];
  for (int k = 0; k < K; k += 8) {
    ks[t] = A[k + t];
    __syncthreads();
    s[t] = ks[63 - t] * 0.5f;
    __syncthreads();
    vs[63 - t] = C[64 + t / 2 + k % 8];
    __syncthreads();
    sum += s[t ^ 1] * vs[t];
    __syncthreads();
  }
  C[t] = sum;
}
