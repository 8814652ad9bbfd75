// What turns the ring stands at the end of the trip, and no trip ends in front of it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s

#include "copies.cuh"

// CHECK: K-loop in 'skips' pipelined: ring of 4 stages
// TEXT: void skips(
// TEXT-NOT: continue
// TEXT: if (!skipped) {
// TEXT-NEXT: sum *= 2;
// TEXT-NEXT: }
// TEXT-NEXT: if (++stage == STAGES) {
__global__ void skips(const float *x, float *out, int tiles) {
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
    if (k % 2)
      continue;
    sum *= 2;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'skips_a_part' pipelined: ring of 4 stages
__global__ void skips_a_part(const float *x, float *out, int tiles) {
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
    for (int i = 0; i < 4; ++i) {
      if (i == k)
        continue;
      sum += tile[t ^ i];
    }
    __syncthreads();
  }
  out[t] = sum;
}
