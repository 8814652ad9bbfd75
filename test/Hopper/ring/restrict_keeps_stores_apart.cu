// What is stored through a pointer that is the only way to its memory is not what is copied.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'through_restrict' pipelined: ring of {{[0-9]}} stages over bulk copies
__global__ void through_restrict(const float *__restrict__ x, float *__restrict__ out, int tiles) {
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
    sum = sum * 0.5f + tile[t ^ 1];
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'through_any_pointer' left alone: {{.*}}it may store to what is copied
__global__ void through_any_pointer(const float *x, float *out, int tiles) {
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
    sum = sum * 0.5f + tile[t ^ 1];
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'through_a_pointer_that_copies_come_from' left alone: {{.*}}it may store to what is copied
__global__ void through_a_pointer_that_copies_come_from(const float *__restrict__ x, float *__restrict__ out, int tiles) {
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
    const float *from = out + k * 256;
    if (t == 0) {
      expect(&full, 1024);
      row(tile, from, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    out[t] = sum;
    __syncthreads();
  }
  out[t] = sum;
}
