// A signed char makes what is large negative: more trips than from zero on.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone
//
// RUN: sed 's/signed char first/int first/' %s > %t.int.cu
// RUN: not cuda-pipeline-rewrite --variant=ldg --check --quiet %t.int.cu

__global__ void __launch_bounds__(64)
    trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64 * 16];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    signed char first = t * 4;
    for (int i = first; i < 64; i += 16)
      tile[t * 16 + ((i + 128) >> 4)] = A[k * 64 + i + 128];
    __syncthreads();
    sum += tile[(63 - t) * 16 + 11];
    __syncthreads();
  }
  C[t] = sum;
}
