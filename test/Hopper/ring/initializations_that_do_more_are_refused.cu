// The statement that initializes a barrier is done once for each stage, and so is all that it
// does.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'initializes_alone' pipelined: ring of {{[0-9]}} stages over bulk copies
__device__ inline void start_alone(uint64_t *b, int n) { start(b, n); }
__global__ void initializes_alone(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  int got = 0;
  const int t = threadIdx.x;
  if (t == 0) {
    start_alone(&full, 1);
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
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  sum += got;
  out[t] = sum;
}

// CHECK: K-loop in 'adds_what_it_returns' left alone: {{.*}}this does more than initialize 'full'
__device__ inline int start_r(uint64_t *b, int n) {
  start(b, n);
  return n;
}
__global__ void adds_what_it_returns(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  int got = 0;
  const int t = threadIdx.x;
  if (t == 0) {
    got += start_r(&full, 1);
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
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  sum += got;
  out[t] = sum;
}

// CHECK: K-loop in 'counts_through_a_pointer' left alone: {{.*}}this does more than initialize 'full'
__device__ inline void start_c(uint64_t *b, int n, float *acc) {
  start(b, n);
  *acc = *acc + 1;
}
__global__ void counts_through_a_pointer(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  float inits = 0;
  const int t = threadIdx.x;
  if (t == 0) {
    start_c(&full, 1, &inits);
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
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  sum += inits;
  out[t] = sum;
}
