// The address is what a counter of the body was left at: no statement says so.
//
// RUN: %never_wrong | FileCheck %s

// CHECK: ldg-single: left alone
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float u[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  u[1][t] = A[t];
  for (int k = 0; k < K; ++k) {
    int i;
    for (i = 0; i * i < k; ++i)
      ;
    u[0][t] = u[1][t];
    u[1][t] = A[i * 64 + t];
    __syncthreads();
    sum += u[0][63 - t] * u[1][t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
