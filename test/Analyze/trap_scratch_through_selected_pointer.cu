// Which scratch array is written changes from trip to trip.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64], y[64], s[64], u[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  s[t] = u[t] = 1.0f;
  for (int k = 0; k < K; k += 8) {
    float *out = (k & 8) ? s : u;
    x[t] = A[k + t];
    __syncthreads();
    out[t] = x[63 - t];
    __syncthreads();
    y[t] = A[k + 100 + t];
    __syncthreads();
    sum += y[63 - t] * s[t ^ 1] + u[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}
