// What the shared scalar holds changes from trip to trip; where it is does not.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float row[64];
  __shared__ float pivot;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    if (t == 0)
      pivot = A[k];
    row[t] = A[k * 64 + t];
    __syncthreads();
    sum += row[t ^ 1] * pivot;
    __syncthreads();
  }
  C[t] = sum;
}
