// A vote ends the loop.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int done = 0;
  for (int k = 0; k < K && !done; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    sum += x[63 - t];
    done = __syncthreads_or(sum > 3.0f);
    __syncthreads();
  }
  C[t] = sum;
}
