// A barrier between the phases keeps the write behind the loop apart from reads in
// the loop.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float ks[64], vs[64], table[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  table[t] = A[t];
  for (int k = 0; k < K; k += 8) {
    __syncthreads();
    ks[t] = A[k + t];
    __syncthreads();
    vs[t] = A[k + 64 + t];
    sum += ks[63 - t] * table[t ^ 5];
    __syncthreads();
    sum += vs[63 - t];
  }
  table[t] = sum;
  __syncthreads();
  C[t] = sum + table[63 - t];
}
