// The macro declares a variable that hides another, and the loop goes on to use
// it: the text may not get a scope of its own.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

#define LOAD(tile, at) float value = A[at]; tile[t] = value

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float value = 3.0f;
  for (int k = 0; k < K; k += 8) {
    LOAD(x, k + t);
    __syncthreads();
    sum += x[63 - t] * value;
    __syncthreads();
  }
  C[t] = sum + value;
}
