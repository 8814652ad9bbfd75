// A start that is 0 in this build only stays in the prologue.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies
// TEXT: load(FIRST + s, s);

#include "copies.cuh"
#ifndef FIRST
#define FIRST 0
#endif
__global__ void rows(const float *x, float *out, int tiles) {
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
  for (int k = FIRST; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, phase);
    phase ^= 1;
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
