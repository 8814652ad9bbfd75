// Two calls of one function store the same elements: the last one counts, and
// asynchronous copies have no order.
//
// RUN: %never_wrong | FileCheck %s
// CHECK: cpasync: left alone

__device__ void load(float *dst, const float *src, int at) {
  dst[at] = src[at];
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    load(tile, A + k, t);
    load(tile, A + k + 100, t);
    __syncthreads();
    acc += tile[63 - t];
    __syncthreads();
  }
  C[t] = acc;
}
