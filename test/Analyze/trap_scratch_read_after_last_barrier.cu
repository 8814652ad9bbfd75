// Scratch is read behind the last barrier, which stays for it.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  s[t] = 0.0f;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t];
    __syncthreads();
    s[t] = tile[63-t];
    __syncthreads();
    sum += s[63 - t];
  }
  C[t] = sum;
}
