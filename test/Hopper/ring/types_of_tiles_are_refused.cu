// The tile's name becomes a reference, whose type is another.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'its_type' left alone: {{.*}}the loop asks for the type of a tile or a barrier, whose name becomes a reference [tile-address-escapes]
template <class T> struct Is {
  static const int value = 1;
};
template <class T> struct Is<T &> {
  static const int value = 2;
};
__global__ void its_type(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] * Is<decltype(tile)>::value;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'a_type_of_another' pipelined: ring of 4 stages
__global__ void a_type_of_another(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    decltype(sum) old = sum;
    sum = old * 0.5f + tile[t ^ 1] * (sizeof(tile) / 1024);
    __syncthreads();
  }
  out[t] = sum;
}
