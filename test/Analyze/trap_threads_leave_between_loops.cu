// Half of the threads make the first loop only: in the second their elements are
// those that the first has left.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t];
    __syncthreads();
    sum += x[t ^ 3];
    __syncthreads();
  }
  if (t >= 32) {
    C[t] = sum;
    return;
  }
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t + 5];
    __syncthreads();
    sum += x[t ^ 3] + x[63 - t] * 3.0f;
    __syncthreads();
  }
  C[t] = sum;
}
