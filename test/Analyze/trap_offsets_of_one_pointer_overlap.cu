// *(tile + r + c): the offsets add up, they are no row and column.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64 * 16];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    for (int r = 0; r < 8; ++r)
      for (int c = 0; c < 8; ++c)
        *(tile + t * 16 + r + c) = A[k + r * 100 + c];
    __syncthreads();
    for (int i = 0; i < 15; ++i)
      acc += tile[(63 - t) * 16 + i];
    __syncthreads();
  }
  C[t] = acc;
}
