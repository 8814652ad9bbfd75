// Two members of a struct are two places, whatever the subscripts.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: identical
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

struct Tiles {
  float a[64], b[64];
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ Tiles s;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    s.a[t] = A[k * 64 + t];
    s.b[t] = A[k * 64 + t + 9];
    __syncthreads();
    sum += s.a[t ^ 3] * s.b[t ^ 5];
    __syncthreads();
  }
  C[t] = sum;
}
