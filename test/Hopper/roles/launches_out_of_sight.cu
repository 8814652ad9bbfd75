// A kernel that others may launch is left alone, unless they are said to give it a warp more.
//
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o %t.cu %s -- -I%S/../ring/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=roles --assume-launch-updated --explain -o %t.cu %s -- -I%S/../ring/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck --check-prefix=ASSUME %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
//
// CHECK: K-loop in 'rows' left alone: {{.*}}must pass blocks of one dimension, whole warps, with 32 threads more than now, and --assume-launch-updated says that they do [launch-out-of-sight]
// ASSUME: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies with a warp that copies
// ASSUME: launch 'rows' with blocks of one dimension, whole warps, with 32 threads more than now

#include "copies.cuh"

// TEXT: __launch_bounds__(128 + 32) rows(
// TEXT: const unsigned consumers = blockDim.x - 32;
__global__ void __launch_bounds__(128) rows(const float *x, float *out, int tiles) {
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
