// A return in a called function decides what is stored.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__device__ void load(float *dst, const float *src, int left) {
  if (int(threadIdx.x) >= left)
    return;
  dst[threadIdx.x] = src[threadIdx.x];
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
