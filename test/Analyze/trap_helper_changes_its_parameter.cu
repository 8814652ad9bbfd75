// The called function moves its own pointers.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__device__ void load(float *dst, const float *src, int n) {
  for (int i = 0; i < 4; ++i) {
    dst[i] = src[i];
    dst -= 1;
    src += n;
  }
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64 * 8];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    load(tile + t * 8 + 4, A + k, 100);
    __syncthreads();
    acc += tile[(63 - t) * 8 + 4];
    __syncthreads();
  }
  C[t] = acc;
}
