// At the top of a trip each thread may read what it overwrites next.
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
  tile[t] = 2.0f;
  for (int k = 0; k < K; k += 64) {
    sum += tile[t] * 3.0f;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}
