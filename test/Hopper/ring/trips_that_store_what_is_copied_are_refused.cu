// The copies start trips earlier: what they read must not change in the loop.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'to_global' left alone: {{.*}} [source-may-change]
__global__ void to_global(const float *x, float *out, int tiles) {
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
    out[k * 256 + t] = tile[t];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'for_a_flag' left alone: {{.*}} [source-may-change]
__global__ void for_a_flag(const float *x, float *out, int tiles, int *ready) {
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
    while (*(volatile int *)ready < k) {
    }
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'in_registers' pipelined: ring of 4 stages
__global__ void in_registers(const float *x, float *out, int tiles) {
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
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
