// A pointer into the tile is made again in each trip, so what it is made of is the same there.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'a_parameter' left alone: {{.*}}'here' is made of what changes [tile-address-escapes]
__global__ void a_parameter(const float *x, float *out, int tiles, int off) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float *here = tile + off;
  off = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + here[t ^ 1] + off;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'set_later' left alone: {{.*}}'here' is made of what changes [tile-address-escapes]
__global__ void set_later(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int off;
  off = t & 3;
  float *here = tile + off;
  off = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + here[t ^ 1] + off;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'shared' left alone: {{.*}}'here' is made by more than an address [tile-address-escapes]
__global__ void shared(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ int off;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  if (t == 0)
    off = 3;
  __syncthreads();
  float *here = tile + off;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + here[t ^ 1];
    __syncthreads();
    if (t == 0)
      off = k & 7;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'an_element' left alone: {{.*}}'here' is made of what is, or may be, another in the loop [tile-address-escapes]
__global__ void an_element(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int off[2] = {3, 4};
  float *here = tile + off[t & 1];
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + here[t ^ 1];
    off[t & 1] = k & 7;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'another_k' left alone: {{.*}}'here' is made of what is, or may be, another in the loop [tile-address-escapes]
__global__ void another_k(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  const int k = 5;
  float *here = tile + k;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + here[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'a_parameter_that_stays' pipelined: ring of 4 stages
__global__ void a_parameter_that_stays(const float *x, float *out, int tiles, int off) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float *here = tile + off;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + here[t ^ 1] + off;
    __syncthreads();
  }
  out[t] = sum;
}
