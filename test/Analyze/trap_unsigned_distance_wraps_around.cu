// Nothing says that the end is not in front of the start: behind it, the
// distance is some four billion, and each thread stores four elements, not one.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const unsigned end = 40;
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = 0.0f;
  __syncthreads();
  for (unsigned k = 0; k < K; k += 16) {
    const unsigned n = min(end, k + 16) - k;
    for (unsigned i = t % 16; i < n && i < 64; i += 16)
      tile[i] = A[i];
    __syncthreads();
    sum += tile[t];
    __syncthreads();
  }
  C[t] = sum;
}
