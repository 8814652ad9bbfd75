// Each thread stores what it has read in front of the loop; a wide copy stores what others read.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK-NOT: WRONG
// CHECK: cpasync: left alone
// CHECK-NOT: WRONG

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = A[t];
  sum = tile[t] * 3.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
