// What stands in front of the barrier behind which the barriers are ready, the producer runs, too.
//
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o %t.cu %s -- -I%S/../ring/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'stores' left alone: {{.*}}each thread of the block stores here{{.*}} [work-in-front]
static __global__ void stores(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ float weights[64];
  const int t = threadIdx.x;
  weights[t] = x[t];
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
    sum += tile[t ^ 1] * weights[t ^ 2];
    __syncthreads();
  }
  out[t] = sum;
}
void run_stores(const float *x, float *out, int tiles) { stores<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'reads' left alone: {{.*}}reads its own element here{{.*}} [work-in-front]
static __global__ void reads(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  const float mine = x[t];
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
  sum += mine;
  out[t] = sum;
}
void run_reads(const float *x, float *out, int tiles) { reads<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'picks' left alone: {{.*}}the thread's number tells which element it is{{.*}} [work-in-front]
static __global__ void picks(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  float warps[2] = {0, 0};
  warps[t / 32] = tiles;
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
  sum += warps[t / 32];
  out[t] = sum;
}
void run_picks(const float *x, float *out, int tiles) { picks<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'leaves' left alone: {{.*}}threads may leave here{{.*}} [work-in-front]
static __global__ void leaves(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t >= tiles * 64)
    return;
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
void run_leaves(const float *x, float *out, int tiles) { leaves<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'needed_late' left alone: {{.*}}each thread of the block stores here{{.*}} [work-in-front]
static __global__ void needed_late(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ float weights[64];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  weights[t] = 1;
  const int step = tiles > 4 ? 512 : 256;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * step, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1] * weights[t ^ 2];
    __syncthreads();
  }
  out[t] = sum;
}
void run_needed_late(const float *x, float *out, int tiles) { needed_late<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'stores_behind' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void stores_behind(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ float weights[64];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  weights[t] = x[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1] * weights[t ^ 2];
    __syncthreads();
  }
  out[t] = sum;
}
void run_stores_behind(const float *x, float *out, int tiles) { stores_behind<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'stores_of_one' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void stores_of_one(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ float weight;
  const int t = threadIdx.x;
  if (t == 0)
    weight = x[0];
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
    sum += tile[t ^ 1] * weight;
    __syncthreads();
  }
  out[t] = sum;
}
void run_stores_of_one(const float *x, float *out, int tiles) { stores_of_one<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'reads_one_for_all' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void reads_one_for_all(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  const float all = x[blockIdx.x];
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
  sum += all;
  out[t] = sum;
}
void run_reads_one_for_all(const float *x, float *out, int tiles) { reads_one_for_all<<<1, 64>>>(x, out, tiles); }

// CHECK: K-loop in 'all_leave' pipelined: ring of 4 stages over bulk copies with a warp that copies
static __global__ void all_leave(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (blockIdx.x >= 4)
    return;
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
void run_all_leave(const float *x, float *out, int tiles) { all_leave<<<1, 64>>>(x, out, tiles); }
