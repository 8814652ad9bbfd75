// In other builds and instantiations stages are aligned and have room, or nothing compiles.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s

#include "copies.cuh"

// CHECK: K-loop in 'by_a_macro' left alone: {{.*}}another build may give 'tile' another size [macro-loop]
#ifndef N
#define N 256
#endif
__global__ void by_a_macro(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[N];
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
      expect(&full, N * 4);
      row(tile, x + k * N, N * 4, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_an_argument' pipelined: ring of 4 stages
// TEXT: {{^}}  static_assert(sizeof(tile_stages[0]) % 128 == 0,
// TEXT-NEXT: "each stage must be aligned");
// TEXT-NEXT: static_assert(sizeof(tile_stages) < 48 * 1024,
// TEXT-NEXT: "the stages must fit into static shared memory");
template <int W> __global__ void by_an_argument(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[W];
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
      expect(&full, W * 4);
      row(tile, x + k * W, W * 4, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'always_the_same' pipelined: ring of 4 stages
// TEXT-NOT: {{^}}  static_assert
template <int W> __global__ void always_the_same(const float *x, float *out, int tiles) {
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
      row(tile, x + k * W, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

void run(const float *x, float *out, int tiles) {
  by_an_argument<256><<<1, 64>>>(x, out, tiles);
  always_the_same<256><<<1, 64>>>(x, out, tiles);
}
