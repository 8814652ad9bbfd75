// Each round of the outer loop stores its own half of the tile and reads the half
// that the round before has left there.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[128];
  const int t = threadIdx.x;
  for (int half = 0; half < 2; ++half) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 8) {
      x[half * 64 + t] = A[k + t + half * 7];
      __syncthreads();
      for (int i = 0; i < 64 * (half + 1); ++i)
        sum += x[i] * (i + 1);
      __syncthreads();
    }
    C[half * 64 + t] = sum;
  }
}
