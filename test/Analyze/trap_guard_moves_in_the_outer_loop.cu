// A guard without zero fill, whose value is another one in each round of the outer
// loop: what it leaves out is of the round before.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  int rows = 64;
  do {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 8) {
      if (t < rows)
        x[t] = A[k + t + rows];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += x[i] * (i + 1);
      __syncthreads();
    }
    C[rows + t] = sum;
    rows -= 32;
  } while (rows > 0);
}
