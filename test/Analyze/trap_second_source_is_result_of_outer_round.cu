// What the second load phase reads is the result of the round before.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float ks[64], vs[64], s[64];
  const int t = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 8) {
      ks[t] = A[k + t];
      __syncthreads();
      s[t] = ks[63 - t] * 0.5f;
      __syncthreads();
      vs[t] = C[64 + ((t * 7 + k) & 63)];
      __syncthreads();
      sum += s[t ^ 1] * vs[63 - t];
      __syncthreads();
    }
    C[64 + t] = sum;
  }
  C[t] = C[64 + t];
}
