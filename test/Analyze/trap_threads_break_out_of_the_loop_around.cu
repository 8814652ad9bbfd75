// As trap_threads_leave_the_loop_around, by a break.
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
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < K; k += 8) {
      x[t] = A[k * 64 + t + round];
      __syncthreads();
      sum += x[t ^ 3] + x[63 - t] * 3.0f;
      __syncthreads();
    }
    if (t >= 32)
      break;
  }
  C[t] = sum;
}
