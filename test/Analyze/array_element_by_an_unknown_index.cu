// Which element compute sets is not known.
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
  float v[2];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    v[0] = A[k + t];
    v[1] = A[k + t + 1];
    tile[t] = v[0] + v[1];
    __syncthreads();
    v[t % 2] = tile[63 - t];
    sum += v[0] * v[1];
    __syncthreads();
  }
  C[t] = sum;
}
