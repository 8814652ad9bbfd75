// A stage holds the tile of an earlier turn of the ring, so each trip has to fill it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'every_other' left alone: {{.*}}the trip may decide whether 'mbarrier.arrive' runs [barrier-count]
__global__ void every_other(const float *x, float *out, int tiles) {
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
      if (k % 2 == 0) {
        expect(&full, 1024);
        row(tile, x + k * 256, 1024, &full);
      } else {
        expect(&full, 0);
      }
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'the_first' left alone: {{.*}}the trip may decide whether 'mbarrier.arrive' runs [barrier-count]
__device__ inline void arrive(uint64_t *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory");
}
__device__ inline void fetch_first(float *tile, const float *x, int k, uint64_t *full) {
  if (k > 0) {
    arrive(full);
    return;
  }
  expect(full, 1024);
  row(tile, x + k * 256, 1024, full);
}
__global__ void the_first(const float *x, float *out, int tiles) {
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
      fetch_first(tile, x, k, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'another_thread' left alone: {{.*}}the trip may decide whether 'mbarrier.arrive' runs [barrier-count]
__global__ void another_thread(const float *x, float *out, int tiles) {
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
    if (t == k % 32) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'every_trip' pipelined: ring of 4 stages
__device__ inline void fetch(float *tile, const float *x, int k, uint64_t *full) {
  expect(full, 1024);
  row(tile, x + k * 256, 1024, full);
}
__global__ void every_trip(const float *x, float *out, int tiles, int who) {
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
    if (t == who) {
      fetch(tile, x, k, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
