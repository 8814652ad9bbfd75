// All arrays of dynamic shared memory are in the same place: what is written through another
// one lies on a stage.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'has_static_memory' pipelined: ring of {{[0-9]}} stages over bulk copies
struct alignas(128) Tile {
  float row[8192];
};
static __global__ void has_static_memory(const float *x, float *out, int tiles) {
  extern __shared__ Tile s;
  __shared__ uint64_t full;
  __shared__ float scratch[64];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 32768);
      row(s.row, x + k * 8192, 32768, &full);
    }
    stay(&full, k & 1);
    const float v = s.row[t ^ 1];
    __syncthreads();
    scratch[t] = v;
    __syncthreads();
    sum = sum * 0.5f + scratch[t ^ 2];
    show();
    __syncthreads();
  }
  out[t] = sum;
}
void run_first(const float *x, float *out, int tiles) { has_static_memory<<<1, 64, sizeof(Tile)>>>(x, out, tiles); }

// CHECK: K-loop in 'has_another_array' left alone: {{.*}}another array of dynamic shared memory is in the same place
static __global__ void has_another_array(const float *x, float *out, int tiles) {
  extern __shared__ Tile s;
  __shared__ uint64_t full;
  extern __shared__ float scratch[];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 32768);
      row(s.row, x + k * 8192, 32768, &full);
    }
    stay(&full, k & 1);
    const float v = s.row[t ^ 1];
    __syncthreads();
    scratch[t] = v;
    __syncthreads();
    sum = sum * 0.5f + scratch[t ^ 2];
    show();
    __syncthreads();
  }
  out[t] = sum;
}
void run(const float *x, float *out, int tiles) { has_another_array<<<1, 64, sizeof(Tile)>>>(x, out, tiles); }
