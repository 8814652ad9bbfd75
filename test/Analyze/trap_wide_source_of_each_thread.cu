// Each thread has written what it loads first; a wide copy takes what others wrote.
//
// RUN: %never_wrong --stages=2 | FileCheck %s
//
// CHECK-NOT: WRONG
// CHECK: cpasync: identical
// CHECK-NOT: WRONG

__global__ void trap(float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = t; i < K; i += 64)
    A[i] = A[i] * 0.5f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
