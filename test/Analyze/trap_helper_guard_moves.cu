// A guard without `else` in a called function hangs on an argument.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__device__ void load(float *dst, const float *src, int left) {
  const int t = threadIdx.x;
  const bool inside = t < left;
  if (inside)
    dst[t] = src[t];
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    load(tile, A + k, k == 0 ? 64 : K - k);
    __syncthreads();
    acc += tile[63 - t];
    __syncthreads();
  }
  C[t] = acc;
}
