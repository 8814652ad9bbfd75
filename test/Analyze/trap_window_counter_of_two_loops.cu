// One counter for the loops of the body, one of them around the load.
//
// RUN: %never_wrong | FileCheck %s

// CHECK: ldg-single: identical
__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float u[2][128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int i;
  u[1][t] = u[1][t + 64] = A[t];
  for (int k = 0; k < K; ++k) {
    for (i = 0; i < 2; ++i)
      u[0][i * 64 + t] = u[1][i * 64 + t];
    for (i = 0; i < 2; ++i)
      u[1][i * 64 + t] = A[k * 64 + i * 64 + t];
    __syncthreads();
    for (i = 0; i < 8; ++i)
      sum += u[0][i * 16] * u[1][127 - t];
    __syncthreads();
  }
  C[t] = sum + i;
}
