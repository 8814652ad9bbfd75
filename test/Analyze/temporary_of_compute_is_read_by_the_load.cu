// The load stores what compute has set in the trip before, then sets it.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float v = 1.0f;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t] * v;
    v = A[k + t];
    __syncthreads();
    v = tile[63 - t];
    sum += v * v;
    __syncthreads();
  }
  C[t] = sum;
}
