// A macro without a scope of its own, as the only statement of an if: the second
// store is made by all threads, and stays so when the macro's text takes its
// place. Names that the macro declares are the loop body's.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

#define LOAD_TWO(first, second, at) first[t] = A[at]; second[t] = A[(at) + 64]
#define LOAD_AND_NAME(tile, value, at) float value = A[at]; tile[t] = value

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float x[64], y[64], z[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  x[t] = 0.0f;
  __syncthreads();
  const float value = 3.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = 1.0f;
    if (t < 32)
      LOAD_TWO(x, y, k + t);
    LOAD_AND_NAME(z, loaded, k + t);
    __syncthreads();
    sum += x[63 - t] + y[t ^ 1] * z[t ^ 2] * value;
    __syncthreads();
  }
  C[t] = sum;
}
