// Of many resident blocks, one computes while others wait: unasked, one buffer stays.
//
// RUN: cuda-pipeline-rewrite --explain %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 >/dev/null | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=ring %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=ASKED %s
// RUN: cuda-pipeline-rewrite --explain --force %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=ASKED %s

#include "copies.cuh"

// CHECK: K-loop in 'small_tiles' left alone: {{.*}} blocks are resident with one buffer{{.*}}, and compute while others wait; --variant=ring makes it [will-not-pay]
// ASKED: K-loop in 'small_tiles' pipelined: ring of 4 stages
__global__ void __launch_bounds__(128) small_tiles(const float *x, float *out, int tiles) {
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
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'large_tile' pipelined: ring of {{[234]}} stages
// ASKED: K-loop in 'large_tile' pipelined: ring of {{[234]}} stages
static __global__ void __launch_bounds__(1024) large_tile(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[5120];
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
      expect(&full, 20480);
      row(tile, x + k * 5120, 20480, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
