// What stands behind the barrier does not name the tile, but reads it where the next copy
// may land. What is read in front, and used behind, is a value.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'by_a_value' pipelined: ring of {{[0-9]}} stages over bulk copies
__global__ void by_a_value(const float *x, float *out, int tiles) {
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
    const float v = tile[t ^ 1];
    __syncthreads();
    sum = sum * 0.5f + v;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_a_reference' left alone: {{.*}}the tile is read behind the barrier that lets the next copy into it
__global__ void by_a_reference(const float *x, float *out, int tiles) {
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
    const float &v = tile[t ^ 1];
    __syncthreads();
    sum = sum * 0.5f + v;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_a_row' left alone: {{.*}}the tile is read behind the barrier that lets the next copy into it
__global__ void by_a_row(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[4][64];
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
    auto &line = tile[t & 3];
    __syncthreads();
    sum = sum * 0.5f + line[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_an_object' left alone: {{.*}}
struct View { const float *p; };
__global__ void by_an_object(const float *x, float *out, int tiles) {
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
    View v{tile + (t ^ 1)};
    __syncthreads();
    sum = sum * 0.5f + v.p[0];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_a_number' left alone: {{.*}}the tile is read behind the barrier that lets the next copy into it
__device__ inline unsigned lds(const void *p) {
  unsigned v;
#ifdef CUDAPIPE_EXECUTOR
  v = *(const unsigned *)p;
#else
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at(p)) : "memory");
#endif
  return v;
}
__device__ inline void ldm(unsigned (&v)[1], const void *p) {
#ifdef CUDAPIPE_EXECUTOR
  v[0] = *(const unsigned *)p;
#else
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v[0]) : "r"(at(p)) : "memory");
#endif
}
__device__ inline float get(size_t a) { return *(const float *)a; }
__global__ void by_a_number(const float *x, float *out, int tiles) {
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
    const size_t a = (size_t)&tile[t ^ 1];
    __syncthreads();
    sum = sum * 0.5f + get(a);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_an_array_of_pointers' left alone: {{.*}}
__global__ void by_an_array_of_pointers(const float *x, float *out, int tiles) {
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
    const float *v[2] = {tile, tile + 1};
    __syncthreads();
    sum = sum * 0.5f + v[t & 1][t & ~1];
    __syncthreads();
  }
  out[t] = sum;
}
