// `m` is 2, not 258: compute reads elements of `r` that the load has left there.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: left alone

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0.0f, r[4];
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 4; ++i)
      r[i] = A[i * 64 + k * 8 + t];
    for (int i = 0; i < 4; ++i)
      tile[i * 64 + t] = r[i];
    __syncthreads();
    {
      const unsigned char m = 258;
      for (int i = 0; i < m; ++i)
        if (i < 4)
          r[i] = tile[t + i];
    }
    sum += r[0] + r[1] + r[2] + r[3];
    __syncthreads();
  }
  C[t] = sum;
}
