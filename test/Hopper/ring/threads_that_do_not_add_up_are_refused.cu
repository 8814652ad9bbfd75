// As many threads copy, and arrive, as the barrier expects: in a block of some size.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'one_row_less' left alone: {{.*}}'full' expects 1024 bytes, and 896 are copied [barrier-count]
__global__ void one_row_less(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8][32];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0)
      expect(&full, 1024);
    if (t < 7)
      row(tile[t], x + k * 256 + t * 32, 128, &full);
    stay(&full, k & 1);
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'one_arrival_more' left alone: {{.*}}'full' waits for other arrivals than those of the trip [barrier-count]
__global__ void one_arrival_more(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8][32];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 9);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t < 8) {
      expect(&full, 128);
      row(tile[t], x + k * 256 + t * 32, 128, &full);
    }
    stay(&full, k & 1);
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'one_arrival_for_eight' left alone: {{.*}}'full' waits for other arrivals than those of the trip [barrier-count]
__global__ void one_arrival_for_eight(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8][32];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t < 8) {
      expect(&full, 128);
      row(tile[t], x + k * 256 + t * 32, 128, &full);
    }
    stay(&full, k & 1);
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'ends_with_the_trip' left alone: {{.*}}the trip may decide whether 'cp.async.bulk{{.*}}' runs [barrier-count]
__global__ void ends_with_the_trip(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8][32];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t < 32) {
      if (t == 0)
        expect(&full, 1024);
      for (int r = t; r < 8 - k % 2; r += 32)
        row(tile[r], x + k * 256 + r * 32, 128, &full);
    }
    stay(&full, k & 1);
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'as_many' pipelined: ring of 4 stages
__global__ void as_many(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8][32];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0)
      expect(&full, 1024);
    if (t < 8)
      row(tile[t], x + k * 256 + t * 32, 128, &full);
    stay(&full, k & 1);
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}
