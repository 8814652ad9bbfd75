// A warp shares the rows out by a loop that each thread starts elsewhere.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu -I%S/Inputs
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies

#include "copies.cuh"

// TEXT: auto load = [&](int k, int s) {
// TEXT: row(tile[{{[tr]}}], x + k * 256
// TEXT: };
// TEXT: stay(&full, phase);
__global__ void rows(const float *x, float *out, int tiles) {
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
      __syncwarp();
      for (int r = t; r < 8; r += 32)
        row(tile[r], x + k * 256 + r * 32, 128, &full);
    }
    stay(&full, k & 1);
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}
