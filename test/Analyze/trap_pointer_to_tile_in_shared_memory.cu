// A pointer to the tile lies in shared memory.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], s[64]; __shared__ const float *p0;
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t == 0) p0 = x;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    s[t] = p0[63 - t];
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
