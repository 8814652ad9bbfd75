// The index moves on between the question and the read of one expression.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    int n = min(16, K - k);
    for (int i = t; i < n; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      int q = j;
      sum += q < n ? tile[q += 2] : 0.0f;
    }
    __syncthreads();
  }
  C[t] = sum;
}
