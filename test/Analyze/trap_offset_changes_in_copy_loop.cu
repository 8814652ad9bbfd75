// The offset of the store is changed in the copy loop, so that all trips store
// one element.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    int at = t;
    for (int i = 0; i < 4; ++i) {
      tile[at + i] = A[k + i * 100];
      --at;
    }
    __syncthreads();
    acc += tile[63 - t];
    __syncthreads();
  }
  C[t] = acc;
}
