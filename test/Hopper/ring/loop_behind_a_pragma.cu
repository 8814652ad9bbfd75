// What is said of the loop stays with it; the ring begins in front of both.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu -I%S/Inputs
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies
// TEXT: load(s, s);
// TEXT: int stage = 0
// TEXT-NEXT: #pragma unroll 1
// TEXT-NEXT: for (int k = 0; k < tiles; ++k) {

#include "copies.cuh"

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
#pragma unroll 1
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
