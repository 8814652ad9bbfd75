// What another thread wrote to global memory is read beside the second load.
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
    x[t] = A[k + t];
    __syncthreads();
    C[64 + t] = x[63 - t];
    __syncthreads();
    y[t] = A[k + 100 + t];
    sum += C[64 + (t ^ 5)];
    __syncthreads();
    sum += y[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
