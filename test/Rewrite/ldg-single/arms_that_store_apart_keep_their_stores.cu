// Where the elements of both arms are not seen to be one, or something else is stored to the
// tile between a zero and what may replace it, each store stays.
//
// RUN: %rewrite_and_run ldg-single computed -DRAGGED
// RUN: cuda-pipeline-rewrite --variant=ldg-single --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(apart) KERNEL(over_what_others_store)

// CHECK: void apart(
// CHECK: for (int k = 0; k < n; k += 64) {
// CHECK-NEXT: if (k + t < n)
// CHECK-NEXT: tile[t] = next_tile;
// CHECK-NEXT: else
// CHECK-NEXT: tile[63 - (63 - t)] = 3.0f;
__global__ void apart(const half *a, const unsigned *words, const float *scale,
                      float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      tile[t] = scale[k + t];
    else
      tile[63 - (63 - t)] = 3.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void over_what_others_store(
// CHECK: for (int k = 0; k < n; k += 64) {
// CHECK-NEXT: tile[t] = 0.5f;
// CHECK-NEXT: if (k + t < n) {
// CHECK-NEXT: tile[t ^ 0] = next_
// CHECK-NEXT: tile[t] = next_
__global__ void over_what_others_store(const half *a, const unsigned *words,
                                       const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    tile[t] = 0.5f;
    if (k + t < n) {
      tile[t ^ 0] = scale[k];
      tile[t] = scale[k + t];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
