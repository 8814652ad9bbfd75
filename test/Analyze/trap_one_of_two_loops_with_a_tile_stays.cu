// Two loops have one tile; the second races and stays as it is, behind the first
// one's stages.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t];
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
  }
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k + t] * sum;
    __syncthreads();
    sum += x[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
