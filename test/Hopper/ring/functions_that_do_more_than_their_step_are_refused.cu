// A function that makes a step is taken for the step: what else it does would be done
// trips earlier, or for another stage.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'copies_alone' pipelined: ring of 4 stages over bulk copies
__device__ inline void fetch(float *to, const float *x, int k, uint64_t *b) {
  const int i = k * 256;
  expect(b, 1024);
  row(to, x + i, 1024, b);
}
__global__ void copies_alone(const float *x, float *out, int tiles) {
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
      fetch(tile, x, k, &full);
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'reads_a_list' left alone: {{.*}}the copy needs what is read from memory here [load-depends-on-compute]
__device__ inline void fetch_listed(float *to, const float *x, const int *list, int k, uint64_t *b) {
  const int i = list[k];
  expect(b, 1024);
  row(to, x + i * 256, 1024, b);
}
__global__ void reads_a_list(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ int order[64];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    order[0] = 0;
    show();
  }
  __syncthreads();
  float sum = 0;
  const int *list = order;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0)
      fetch_listed(tile, x, list, k, &full);
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
    if (t == 0)
      order[k + 1] = (order[k] * 3 + 1) % tiles;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'counts_in_shared_memory' left alone: {{.*}}'fetch_next' does more than its step: it stores [
__device__ inline void fetch_next(float *to, const float *x, int *count, uint64_t *b) {
  *count = *count + 1;
  expect(b, 1024);
  row(to, x + *count * 256, 1024, b);
}
__global__ void counts_in_shared_memory(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ int at_row;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    at_row = 0;
    show();
  }
  __syncthreads();
  float sum = 0;
  int *count = &at_row;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0)
      fetch_next(tile, x, count, &full);
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + at_row;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'counts_with_atomics' left alone: {{.*}}'fetch_counted' does more than its step
__device__ int fetched;
__device__ inline void fetch_counted(float *to, const float *x, int k, uint64_t *b) {
  atomicAdd(&fetched, 1);
  expect(b, 1024);
  row(to, x + k * 256, 1024, b);
}
__global__ void counts_with_atomics(const float *x, float *out, int tiles) {
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
      fetch_counted(tile, x, k, &full);
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + fetched;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'waits_and_weighs' left alone: {{.*}}the parity is used for something else than the wait [barrier-phase]
__device__ inline float stay_and_weigh(uint64_t *b, int parity) {
  while (!asks(b, parity)) {
  }
  return parity ? 0.5f : 0.25f;
}
__global__ void waits_and_weighs(const float *x, float *out, int tiles) {
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
      fetch(tile, x, k, &full);
    const float w = stay_and_weigh(&full, k & 1);
    sum = sum * w + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'waits_and_weighs_by_a_phase' left alone: {{.*}}the parity is used for something else than the wait [barrier-phase]
__global__ void waits_and_weighs_by_a_phase(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int phase = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0)
      fetch(tile, x, k, &full);
    const float w = stay_and_weigh(&full, phase);
    sum = sum * w + tile[t ^ 1];
    __syncthreads();
    phase ^= 1;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'waits_and_looks' left alone: {{.*}}'stay_and_look' does more than its step
__device__ inline void stay_and_look(uint64_t *b, int parity, volatile int *flag) {
  while (!asks(b, parity)) {
  }
  if (*flag)
    __trap();
}
__device__ int asked;
__global__ void waits_and_looks(const float *x, float *out, int tiles) {
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
      fetch(tile, x, k, &full);
    stay_and_look(&full, k & 1, &asked);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
