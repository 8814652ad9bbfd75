// Initialized, fenced, published, once, in front of the loop.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'no_fence' left alone: {{.*}}no fence shows the copy engine{{.*}} [barrier-not-ready]
__global__ void no_fence(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
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

// CHECK: K-loop in 'not_published' left alone: {{.*}}no barrier of the block stands between{{.*}} [barrier-not-ready]
__global__ void not_published(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
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

// CHECK: K-loop in 'nobody' left alone: {{.*}}is not initialized in front of the loop [barrier-not-ready]
__global__ void nobody(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
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

// CHECK: K-loop in 'in_each_trip' left alone: {{.*}}initialized anew in each trip [barrier-not-ready]
__global__ void in_each_trip(const float *x, float *out, int tiles) {
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
      start(&full, 1);
      show();
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    __syncthreads();
    stay(&full, 0);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'ready' pipelined: ring of 4 stages
__global__ void ready(const float *x, float *out, int tiles) {
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
