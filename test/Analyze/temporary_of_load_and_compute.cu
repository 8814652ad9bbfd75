// Load and compute each set the same variable before they read it.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float v;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    v = A[k + t];
    tile[t] = v * 2.0f;
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
      v = tile[(t + i) % 64];
      sum += v * v;
    }
    __syncthreads();
  }
  C[t] = sum;
}
