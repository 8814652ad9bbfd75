// One lane of the producer makes all copies of a trip, whichever thread made them before.
//
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o %t.cu %s -- -I%S/../ring/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'not_seen_to_be_one' left alone: {{.*}}it is no 'if' for one thread{{.*}} [producer-of-many]
static __global__ void not_seen_to_be_one(const float *x, float *out, int tiles) {
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
    if (t < 1) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_not_seen_to_be_one(const float *x, float *out, int tiles) { not_seen_to_be_one<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'others_do_something' left alone: {{.*}}other threads do something here, too{{.*}} [producer-of-many]
static __global__ void others_do_something(const float *x, float *out, int tiles) {
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
    } else {
      show();
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_others_do_something(const float *x, float *out, int tiles) { others_do_something<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'of_the_thread' left alone: {{.*}}depends on the thread{{.*}} [producer-of-many]
static __global__ void of_the_thread(const float *x, float *out, int tiles) {
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
      row(tile, x + (k + t) * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_the_thread(const float *x, float *out, int tiles) { of_the_thread<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'of_a_function_of_the_thread' left alone: {{.*}}depends on the thread{{.*}} [producer-of-many]
__device__ inline int mine(int k) { return (k + threadIdx.x) * 256; }
static __global__ void of_a_function_of_the_thread(const float *x, float *out, int tiles) {
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
      row(tile, x + mine(k), 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_a_function_of_the_thread(const float *x, float *out, int tiles) { of_a_function_of_the_thread<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'trips_of_the_thread' left alone: {{.*}}how many trips there are may depend on the thread{{.*}} [producer-of-many]
static __global__ void trips_of_the_thread(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int mine = tiles - threadIdx.x / 64;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < mine; ++k) {
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
void run_trips_of_the_thread(const float *x, float *out, int tiles) { trips_of_the_thread<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'of_the_block' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void of_the_block(const float *x, float *out, int tiles) {
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
      const float *from = x + (k + blockIdx.x) * 256;
      expect(&full, 1024);
      row(tile, from, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_of_the_block(const float *x, float *out, int tiles) { of_the_block<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'two_statements' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void two_statements(const float *x, float *out, int tiles) {
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
    if (t == 0)
      expect(&full, 1024);
    if (t == 32)
      row(tile, x + k * 256, 1024, &full);
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
void run_two_statements(const float *x, float *out, int tiles) { two_statements<<<1, 64>>>(x, out, tiles); }
