// Two loops have one tile; the second stores half of it and reads all.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  x[t] = x[t + 64] = 0;
  __syncthreads();
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    x[t + 64] = A[k + t + 9];
    __syncthreads();
    sum += x[127 - t];
    __syncthreads();
  }
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += x[i] * (i + 1);
    __syncthreads();
  }
  C[t] = sum;
}
