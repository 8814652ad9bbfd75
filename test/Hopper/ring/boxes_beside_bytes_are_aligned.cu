// Boxes may be swizzled, and start where the swizzle does; bytes in a row need not. Each of
// the tiles is aligned as its own copies need it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages
// TEXT: alignas(128) float scale_stages[STAGES][32];
// TEXT-NEXT: alignas(1024) float tile_stages[STAGES][256];

#include "copies.cuh"

__global__ void rows(const __grid_constant__ CUtensorMap m, const float *s, float *out, int tiles) {
  __shared__ alignas(128) float scale[32];
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
      expect(&full, 1152);
      row(scale, s + k * 32, 128, &full);
      box(tile, &m, k * 32, 0, &full);
    }
    stay(&full, k & 1);
    sum = sum * scale[t & 31] + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
