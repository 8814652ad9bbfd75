// Compute reads what the load has set, then sets the variable again.
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
  float v;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    v = A[k + t];
    tile[t] = v * 2.0f;
    __syncthreads();
    sum += v;
    v = tile[63 - t];
    sum += v * v;
    __syncthreads();
  }
  C[t] = sum;
}
