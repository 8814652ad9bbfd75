// All threads of the block meet, or are counted, in words that would mean the producer, too.
//
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o %t.cu %s -- -I%S/../ring/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'in_a_function' left alone: {{.*}}a function that it calls meets the block{{.*}} [block-meets]
__device__ inline void meet() { __syncthreads(); }
static __global__ void in_a_function(const float *x, float *out, int tiles) {
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
  meet();
  out[t] = sum;
}
void run_in_a_function(const float *x, float *out, int tiles) { in_a_function<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'who_count' left alone: {{.*}}'__syncthreads_count' counts{{.*}} [block-meets]
static __global__ void who_count(const float *x, float *out, int tiles) {
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
  sum += __syncthreads_count(sum > 0);
  out[t] = sum;
}
void run_who_count(const float *x, float *out, int tiles) { who_count<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'by_assembly' left alone: {{.*}}this assembly waits for threads of the block{{.*}} [block-meets]
static __global__ void by_assembly(const float *x, float *out, int tiles) {
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
  asm volatile("bar.sync 0;" ::: "memory");
  out[t] = sum;
}
void run_by_assembly(const float *x, float *out, int tiles) { by_assembly<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'behind_some_who_left' left alone: {{.*}}some threads may have left{{.*}} [block-meets]
static __global__ void behind_some_who_left(const float *x, float *out, int tiles) {
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
  if (t > 40)
    return;
  __syncthreads();
  out[t] = sum;
}
void run_behind_some_who_left(const float *x, float *out, int tiles) { behind_some_who_left<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'counted_by_a_function' left alone: {{.*}}a function that it calls asks for 'blockDim'{{.*}} [block-meets]
__device__ inline int size() { return blockDim.x; }
static __global__ void counted_by_a_function(const float *x, float *out, int tiles) {
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
  sum += size();
  out[t] = sum;
}
void run_counted_by_a_function(const float *x, float *out, int tiles) { counted_by_a_function<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'counted_by_assembly' left alone: {{.*}}asks how many threads the block has{{.*}} [block-meets]
static __global__ void counted_by_assembly(const float *x, float *out, int tiles) {
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
  int n;
  asm("mov.u32 %0, %%ntid.x;" : "=r"(n));
  sum += n;
  out[t] = sum;
}
void run_counted_by_assembly(const float *x, float *out, int tiles) { counted_by_assembly<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'who_meet_in_the_kernel' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void who_meet_in_the_kernel(const float *x, float *out, int tiles) {
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
  sum += blockDim.x;
  __syncthreads();
  if (t > 40)
    return;
  out[t] = sum;
}
void run_who_meet_in_the_kernel(const float *x, float *out, int tiles) { who_meet_in_the_kernel<<<1, 64>>>(x, out, tiles); }
