// In a ring a trip waits for another parity: nothing but the wait may see it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'by_the_assembly' left alone: {{.*}}[barrier-phase]
__device__ inline unsigned stay_p(uint64_t *b, unsigned parity) {
  unsigned out;
  asm volatile("{\n .reg .pred p;\nL_%=:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n @p bra D_%=;\n bra L_%=;\nD_%=:\n add.u32 %0, %2, 1;\n}" : "=r"(out) : "r"(at(b)), "r"(parity) : "memory");
  return out;
}
__global__ void by_the_assembly(const float *x, float *out, int tiles) {
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
    const unsigned w = stay_p(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1] * w;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_a_macro' left alone: {{.*}}[barrier-phase]
#define WAIT(b, p) do { while (!asks(b, p)) { } if (p) sum += 1; } while (0)
__global__ void by_a_macro(const float *x, float *out, int tiles) {
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
    WAIT(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'by_an_index' left alone: {{.*}}[barrier-phase]
__device__ inline void stay_log(uint64_t *b, int parity, float *acc) {
  while (!asks(b, parity)) {
  }
  acc[parity] += 1;
}
__global__ void by_an_index(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  float acc[2] = {0, 0};
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay_log(&full, k & 1, acc);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  sum += acc[0] - 2 * acc[1];
  out[t] = sum;
}
