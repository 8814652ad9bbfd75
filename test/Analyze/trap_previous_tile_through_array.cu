// A pointer in an array reads the second tile in front of its store.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float ks[64], vs[64], s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *rows[2] = {ks, vs};
  for (int k = 0; k < K; k += 8) {
    ks[t] = A[k + t];
    __syncthreads();
    s[t] = ks[63 - t] + (k > 0 ? rows[1][t ^ 3] : 0.0f);
    __syncthreads();
    vs[t] = A[64 + k + t];
    __syncthreads();
    sum += s[t ^ 1] * vs[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
