// An array that each trip declares, used by load and compute in turn.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    float v[2];
    v[0] = A[k + t];
    v[1] = A[k + t + 1];
    tile[t] = v[0] + v[1];
    __syncthreads();
    v[0] = tile[63 - t];
    v[1] = tile[t];
    sum += v[0] * v[1];
    __syncthreads();
  }
  C[t] = sum;
}
