// A box that is swizzled over 1024 bytes looks the same in each stage only there.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'not_whole' left alone: {{.*}}'tile' has 960 bytes, no multiple of the 1024{{.*}} [stage-misaligned]
__global__ void not_whole(const __grid_constant__ CUtensorMap m, float *out, int tiles) {
  __shared__ alignas(1024) float tile[240];
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
      expect(&full, 960);
      box(tile, &m, k * 32, 0, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'whole' pipelined: ring of 4 stages
__global__ void whole(const __grid_constant__ CUtensorMap m, float *out, int tiles) {
  __shared__ alignas(1024) float tile[256];
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
      box(tile, &m, k * 32, 0, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'rows_of_bytes' pipelined: ring of 4 stages
__global__ void rows_of_bytes(const float *x, float *out, int tiles) {
  __shared__ alignas(16) float tile[260];
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
