// Behind the loop there is no barrier of that name any more.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'behind' left alone: {{.*}}'full' is named here [barrier-used-elsewhere]
__global__ void behind(const float *x, float *out, int tiles) {
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
  if (t == 0)
    expect(&full, 0);
  stay(&full, tiles & 1);
  out[t] = sum;
}

// CHECK: K-loop in 'one_of_two' pipelined: ring of 4 stages
__global__ void one_of_two(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full[0], 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full[0], 1024);
      row(tile, x + k * 256, 1024, &full[0]);
    }
    stay(&full[0], k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'one_of_some' left alone: {{.*}} [barrier-used-elsewhere]
__global__ void one_of_some(const float *x, float *out, int tiles, int which) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full[which], 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full[which], 1024);
      row(tile, x + k * 256, 1024, &full[which]);
    }
    stay(&full[which], k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'other_of_two' left alone: {{.*}} 'full' is named here [barrier-used-elsewhere]
__global__ void other_of_two(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full[0], 1);
    start(&full[1], 64);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full[0], 1024);
      row(tile, x + k * 256, 1024, &full[0]);
    }
    stay(&full[0], k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  expect(&full[1], 0);
  stay(&full[1], 0);
  out[t] = sum;
}

// CHECK: K-loop in 'one_twice' left alone: {{.*}} [barrier-phase]
__global__ void one_twice(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full[2];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full[0], 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full[0], 1024);
      row(tile, x + k * 256, 1024, &full[0]);
    }
    stay(&full[0], k & 1);
    stay(full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'alone' pipelined: ring of 4 stages
__global__ void alone(const float *x, float *out, int tiles) {
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
