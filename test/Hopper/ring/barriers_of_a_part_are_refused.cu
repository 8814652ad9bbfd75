// Others of the block may still read the tile where a warp has met.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"
#include <cooperative_groups.h>

// CHECK: K-loop in 'of_a_warp' left alone: {{.*}}no barrier of the block separates what reads the tile from the copy of the next [stage-in-use]
__global__ void of_a_warp(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  auto group = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    group.sync();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'of_the_block' pipelined: ring of 4 stages
__global__ void of_the_block(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  auto group = cooperative_groups::this_thread_block();
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    group.sync();
  }
  out[t] = sum;
}
