// A wgmma reads the tile after the threads have gone on; where none is left, they have read it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'none_waited_for' left alone: {{.*}}'wgmma.mma_async' may still read the tile{{.*}} [stage-in-use]
__global__ void none_waited_for(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    product(d, tile, tile + 128);
    close();
    __syncthreads();
  }
  left<0>();
  sum = d[0] + d[1] + d[2] + d[3];
  out[t] = sum;
}

// CHECK: K-loop in 'one_left' left alone: {{.*}} [stage-in-use]
__global__ void one_left(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    product(d, tile, tile + 128);
    close();
    left<1>();
    __syncthreads();
  }
  sum = d[0] + d[1] + d[2] + d[3];
  out[t] = sum;
}

// CHECK: K-loop in 'behind_the_barrier' left alone: {{.*}} [stage-in-use]
__global__ void behind_the_barrier(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    product(d, tile, tile + 128);
    close();
    __syncthreads();
    left<0>();
  }
  sum = d[0] + d[1] + d[2] + d[3];
  out[t] = sum;
}

// CHECK: K-loop in 'sometimes' left alone: {{.*}} [stage-in-use]
__global__ void sometimes(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    product(d, tile, tile + 128);
    close();
    if (tiles > 4)
      left<0>();
    __syncthreads();
  }
  sum = d[0] + d[1] + d[2] + d[3];
  out[t] = sum;
}

// CHECK: K-loop in 'none_left' pipelined: ring of 4 stages
__global__ void none_left(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float d[4] = {};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    product(d, tile, tile + 128);
    close();
    left<0>();
    __syncthreads();
  }
  sum = d[0] + d[1] + d[2] + d[3];
  out[t] = sum;
}
