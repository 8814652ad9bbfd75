// Three elements at once, up to a multiple of four, that the last tile has not stored all.
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
    int whole = n - (n & 3);
    for (int j = 0; j < whole; j += 3)
      sum += tile[j] + tile[j + 1] * tile[j + 2];
    __syncthreads();
  }
  C[t] = sum;
}
