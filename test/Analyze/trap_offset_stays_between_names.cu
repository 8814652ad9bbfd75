// The twin of trap_offset_moves_between_names: the offset stays, and the names mean
// different elements.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[256];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int offset = 64;
  const int first = offset;
  const int second = offset + 64;
  for (int k = 0; k < K; k += 8) {
    x[first + t] = A[k * 64 + t];
    x[second + t] = A[k * 64 + t + 64];
    __syncthreads();
    sum += x[64 + (t ^ 3)] * x[128 + (t ^ 5)];
    __syncthreads();
  }
  C[t] = sum;
}
