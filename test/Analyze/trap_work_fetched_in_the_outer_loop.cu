// Which part of the tile is stored depends on a number that one thread fetches for
// the block in each round.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[128];
  __shared__ int count, next;
  const int t = threadIdx.x;
  if (t == 0)
    count = 0;
  __syncthreads();
  while (true) {
    if (t == 0)
      next = atomicAdd(&count, 1);
    __syncthreads();
    const int part = next;
    __syncthreads();
    if (part >= 3)
      break;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 8) {
      x[part % 2 * 64 + t] = A[k + t + part];
      __syncthreads();
      for (int i = 0; i < (part > 0 ? 128 : 64); ++i)
        sum += x[i] * (i + 1);
      __syncthreads();
    }
    C[part * 64 + t] = sum;
  }
}
