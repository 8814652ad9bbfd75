// A row of the next trip of the loop begins inside the row before: the offsets
// of the call and of the called function add up.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__device__ void load_row(float *dst, const float *src) {
  for (int c = 0; c < 8; ++c)
    dst[c] = src[c];
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64 * 16];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    for (int r = 0; r < 8; ++r)
      load_row(tile + t * 16 + r, A + k + r * 100);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      acc += i < 15 ? tile[(63 - t) * 16 + i] : 0.0f;
    __syncthreads();
  }
  C[t] = acc;
}
