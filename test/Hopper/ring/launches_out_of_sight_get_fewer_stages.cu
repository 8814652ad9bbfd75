// As many stages as may be static, where others launch the kernel; with all launches in sight
// the tiles would be dynamic, and one more.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 2 stages over bulk copies, shared memory 16392 -> 32784 bytes{{;|$}}
// TEXT: __shared__ alignas(128) float tile_stages[STAGES][4096];

#include "copies.cuh"

__global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[4096];
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
      expect(&full, sizeof(tile));
      row(tile, x + k * 4096, sizeof(tile), &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
