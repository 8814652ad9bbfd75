// A part of a vector is left of the load; in the second place all is set.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float2 v[1];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    v[0] = *reinterpret_cast<const float2 *>(&A[k + 2 * t]);
    tile[t] = v[0].x;
    tile[t + 64] = v[0].y;
    __syncthreads();
    v[0].x = tile[127 - t];
    sum += v[0].x * v[0].y;
    __syncthreads();
  }
  C[t] = sum;
}
