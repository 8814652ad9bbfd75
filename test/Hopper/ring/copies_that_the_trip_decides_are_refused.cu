// Where a copy starts early, the trip before has not said yet what to copy.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'a_sum' left alone: {{.*}}'next' changes from trip to trip [load-depends-on-compute]
__global__ void a_sum(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int next = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + next * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
    next += int(sum) & 3;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'a_list' left alone: {{.*}}read from memory here [load-depends-on-compute]
__global__ void a_list(const float *x, float *out, int tiles, const int *list) {
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
      row(tile, x + list[k] * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'left_early' left alone: {{.*}}leaves copies in flight [early-exit]
__global__ void left_early(const float *x, float *out, int tiles) {
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
    if (sum > 100)
      break;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'the_counter' pipelined: ring of 4 stages
__global__ void the_counter(const float *x, float *out, int tiles) {
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
    const int from = k * 256;
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + from, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
