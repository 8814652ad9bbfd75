// How often the last loop runs is not known at a glance: at i = 2 its condition squares -1. It reads what the trip before left.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK-NOT: WRONG
// CHECK: ldg-single: left alone
// CHECK-NOT: WRONG

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f, part[8] = {};
  for (int k = 0; k < K; k += 8) {
    part[0] = A[k * 64 + t];
    part[1] = A[(k + 1) * 64 + t];
    part[2] = A[(k + 2) * 64 + t];
    tile[0][t] = part[0];
    tile[1][t] = part[1];
    __syncthreads();
    part[0] = tile[0][63 - t];
    part[1] = tile[1][63 - t];
    for (int i = 0; (1 - i) * (1 - i) < 2; ++i)
      sum = sum * 0.5f + part[i];
    __syncthreads();
  }
  C[t] = sum;
}
