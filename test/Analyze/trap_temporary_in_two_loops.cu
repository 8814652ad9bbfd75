// Two loops have a temporary of one name, each of which becomes a register in front
// of its loop.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    const float v = A[k + t];
    x[t] = v;
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
  }
  for (int k = 0; k < K; k += 8) {
    const float v = A[k + 128 + t];
    y[t] = v;
    __syncthreads();
    sum += y[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
