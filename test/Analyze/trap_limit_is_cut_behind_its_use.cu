// What `n` takes from `left` is not cut to four yet.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[40 * 64];
  const int t = threadIdx.x;
  int left = K;
  const int n = left;
  if (left > 4)
    left = 4;
  float sum = 0.0f;
  for (int k = 0; k < 64; k += 16) {
    for (int i = 0; i < n; ++i)
      tile[i * 64 + t] = A[(k + i) * 64 + t];
    __syncthreads();
    for (int j = 0; j < n; ++j)
      sum += tile[j * 64 + (t + 1) % 64] * j;
    __syncthreads();
  }
  C[t] = sum + left;
}
