// What compute writes to global memory is read beside the next load: the barrier
// between stays.
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
    sum += C[128 + (t ^ 7)];
    __syncthreads();
    sum += x[63 - t];
    C[128 + t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}
