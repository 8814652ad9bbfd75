// As trap_threads_leave_between_loops, with one loop that is called twice. The
// argument is no part of the destination.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__device__ float part(const float *__restrict__ A, int K) {
  __shared__ float x[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    sum += x[threadIdx.x ^ 3] + x[63 - threadIdx.x] * 3.0f;
    __syncthreads();
  }
  return sum;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  const int t = threadIdx.x;
  float sum = part(A, K);
  if (t >= 32) {
    C[t] = sum;
    return;
  }
  sum += part(A + 7, K);
  C[t] = sum;
}
