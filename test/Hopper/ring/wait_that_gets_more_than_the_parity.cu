// The parity is what the wait takes for one, not another number beside it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies

#include <cstdint>
#include <cuda_runtime.h>

__device__ inline unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ inline void start(uint64_t *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n));
}
__device__ inline void show() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void expect(uint64_t *b, int n) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(n) : "memory");
}
__device__ inline bool asks(uint64_t *b, int parity) {
  unsigned done;
  asm volatile("{\n .reg .pred p;\n"
               " mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
               " selp.u32 %0, 1, 0, p;\n}"
               : "=r"(done) : "r"(at(b)), "r"(parity) : "memory");
  return done;
}
__device__ inline void stay(uint64_t *b, int parity) {
  while (!asks(b, parity)) {
  }
}
__device__ inline void row(void *to, const void *from, int n, uint64_t *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory");
}

__device__ inline void stay_c(uint64_t *b, int parity, int *spins) {
  while (!asks(b, parity))
    ++*spins;
}
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
  int spins = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay_c(&full, k & 1, &spins);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
