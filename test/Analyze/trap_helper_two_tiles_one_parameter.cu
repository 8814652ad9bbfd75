// Which of two tiles a called function stores is chosen at run time.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__device__ void load(float *dst, const float *src) {
  dst[threadIdx.x] = src[threadIdx.x];
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float even[64], odd[64];
  const int t = threadIdx.x;
  even[t] = odd[t] = 0.0f;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    load(k % 16 ? odd : even, A + k);
    __syncthreads();
    acc += even[63 - t] - odd[63 - t];
    __syncthreads();
  }
  C[t] = acc;
}
