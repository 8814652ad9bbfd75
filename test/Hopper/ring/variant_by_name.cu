// --variant=ring makes rings, and nothing of loops that have no copies of the engine; other
// variants make no ring.
//
// RUN: cuda-pipeline-rewrite --variant=ring --stages=2 --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck --check-prefix=OTHER %s
// RUN: not cuda-pipeline-rewrite --variant=ring --stages=65 -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a
//
// CHECK: K-loop in 'rows' pipelined: ring of 2 stages over bulk copies
// CHECK: K-loop in 'plain' left alone: {{.*}}a ring is made of copies of the copy engine{{.*}} [unsupported-loop]
// OTHER: K-loop in 'rows' left alone: {{.*}} [bulk-copy-in-loop]
// OTHER: K-loop in 'plain' pipelined: cpasync

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

__global__ void plain(const float *__restrict__ x, float *__restrict__ out, int tiles) {
  __shared__ alignas(128) float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = x[k * 256 + t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
