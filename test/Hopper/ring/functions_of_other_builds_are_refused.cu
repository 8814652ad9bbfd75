// An #if in a called function hides another one. What asks for the architecture hides nothing
// that a build for it has.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'copies_otherwise_elsewhere' left alone: {{.*}}an #if in '{{.*}}' may make other copies of it in another build
__device__ inline void arr(uint64_t *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory");
}
__device__ inline void fetch(float *to, const float *x, int k, uint64_t *b) {
#ifdef EVEN_ONLY
  if (k % 2) {
    arr(b);
    return;
  }
#endif
  expect(b, 1024);
  row(to, x + k * 256, 1024, b);
}
__global__ void copies_otherwise_elsewhere(const float *x, float *out, int tiles) {
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
    if (t == 0)
      fetch(tile, x, k, &full);
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'asks_for_the_architecture' pipelined: ring of {{[0-9]}} stages over bulk copies
__device__ inline void fetch_on_90(float *to, const float *from, uint64_t *b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  expect(b, 1024);
  row(to, from, 1024, b);
#endif
}
__global__ void asks_for_the_architecture(const float *x, float *out, int tiles) {
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
      fetch_on_90(tile, x + k * 256, &full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
