// How many bytes are copied, and expected, may be numbers in the assembly itself.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/around.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --variant=roles --kernel=numbers --explain -o %t.roles.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s --check-prefix=ROLES
// RUN: %run_on_cpu %S/Inputs/around.driver.cu %s %t.roles.cu

#include <cuda_runtime.h>
#include <cstdint>

__device__ inline unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ inline void start(uint64_t *b, int n) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n));
}
__device__ inline void show() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
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

__device__ inline void expect_1024(uint64_t *b) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(at(b)) : "memory");
}
__device__ inline void expect_512(uint64_t *b) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at(b)) : "memory");
}
__device__ inline void row_of_1024(void *to, const void *from, uint64_t *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];"
               ::"r"(at(to)), "l"(from), "r"(at(b)) : "memory");
}

// CHECK: K-loop in 'numbers' pipelined: ring of 4 stages over bulk copies
// ROLES: K-loop in 'numbers' pipelined: ring of 4 stages over bulk copies with a warp that copies
__global__ void numbers(const float *x, float *out, int tiles) {
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
      expect_1024(&full);
      row_of_1024(tile, x + (blockIdx.x + k) * 256, &full);
    }
    stay(&full, k & 1);
    for (int i = 0; i < 256; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

// CHECK: K-loop in 'too_few' left alone: {{.*}}'full' expects 512 bytes, and 1024 are copied [barrier-count]
__global__ void too_few(const float *x, float *out, int tiles) {
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
      expect_512(&full);
      row_of_1024(tile, x + (blockIdx.x + k) * 256, &full);
    }
    stay(&full, k & 1);
    sum += tile[t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}

inline void run(bool, const float *x, float *out, int rows, int tiles) {
  numbers<<<rows, 64>>>(x, out, tiles);
}
