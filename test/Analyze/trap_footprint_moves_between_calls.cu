// Each call of the function stores its own half of the tile, and the second one
// reads the half that the first has left there.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

static __device__ void sum_of(const float *__restrict__ A,
                              float *__restrict__ C, int K, int half) {
  __shared__ float x[128];
  const int t = threadIdx.x, first = half * 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[first + t] = A[k + t + half * 7];
    __syncthreads();
    for (int i = 0; i < 64 * (half + 1); ++i)
      sum += x[i] * (i + 1);
    __syncthreads();
  }
  C[first + t] = sum;
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  sum_of(A, C, K, 0);
  sum_of(A, C, K, 1);
}
