// The twin of trap_threads_leave_between_loops: the same threads make both loops,
// or neither.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t >= 32)
    return;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t];
    __syncthreads();
    sum += x[t ^ 3];
    __syncthreads();
  }
  if (K == 8)
    return;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t + 5];
    __syncthreads();
    sum += x[t ^ 3] + x[31 - t] * 3.0f;
    __syncthreads();
  }
  C[t] = sum;
  if (t >= 16)
    return;
  C[t] += sum;
}
