// What the wait for the copies hands on to other threads, assembly may read.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'by_a_load' left alone: {{.*}}only the wait for the copies keeps this apart
__device__ inline void arr(uint64_t *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory");
}
__device__ inline unsigned lds(const void *p) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at(p)) : "memory");
  return v;
}
__device__ inline void ldm(unsigned (&v)[1], const void *p) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v[0]) : "r"(at(p)) : "memory");
}
__global__ void by_a_load(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ float other[64];
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 64);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    other[t] = sum;
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    } else {
      arr(&full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + __uint_as_float(lds(&other[t ^ 33]));
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'of_the_tile_alone' pipelined: ring of {{[0-9]}} stages over bulk copies
__device__ inline unsigned load_shared(const void *p) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at(p)) : "memory");
  return v;
}
__device__ inline void ldm(unsigned (&v)[1], const void *p) {
#ifdef CUDAPIPE_EXECUTOR
  v[0] = *(const unsigned *)p;
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v[0]) : "r"(at(p)) : "memory");
#endif
}
__global__ void of_the_tile_alone(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 64);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    } else {
      arr(&full);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] + __uint_as_float(load_shared(&tile[t ^ 33]));
    __syncthreads();
  }
  out[t] = sum;
}
