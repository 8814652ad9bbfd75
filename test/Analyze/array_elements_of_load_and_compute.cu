// Elements that the load has set are set again before compute reads them.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float v[3];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    v[0] = A[k + t];
    for (int i = 0; i < 2; ++i)
      v[i + 1] = A[k + t + i];
    tile[t] = v[0];
    tile[t + 64] = v[1] + v[2];
    __syncthreads();
    v[0] = tile[127 - t];
    for (int i = 1; i <= 2; ++i)
      v[i] = tile[(t + i) % 128];
    sum += v[0] * v[1] - v[2];
    __syncthreads();
  }
  C[t] = sum;
}
