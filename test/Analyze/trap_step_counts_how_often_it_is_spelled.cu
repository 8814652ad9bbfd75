// The step counts how often it is spelled: a number behind the loop tells.
//
// RUN: %never_wrong | FileCheck %s
// CHECK-NOT: identical

#define STEP (1 + __COUNTER__ * 0)

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += STEP) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum + __COUNTER__;
}
