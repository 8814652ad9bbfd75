// The function that initializes the barrier says that one arrives.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --variant=roles --explain %s -- --cuda-gpu-arch=sm_90a 2>&1 >/dev/null | FileCheck --check-prefix=ROLES %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies
// ROLES: left alone: {{.*}}the function that initializes 'full' says how many arrive{{.*}} [producer-of-many]
// CHECK: K-loop in 'rows_of_two' left alone: {{.*}}how many arrive at 'full' cannot be told [barrier-count]

#include <cuda_runtime.h>
#include <cstdint>

__device__ __forceinline__ uint32_t place(const void *at) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(at));
}
__device__ __forceinline__ void start(uint64_t *full) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place(full)), "r"(1u) : "memory");
}
__device__ __forceinline__ void start_two(uint64_t *full) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place(full)), "r"(2u) : "memory");
}
__device__ __forceinline__ void show() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void expect(uint64_t *full, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place(full)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void copy(void *to, const void *from, uint32_t bytes, uint64_t *full) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(place(to)), "l"(from), "r"(bytes), "r"(place(full)) : "memory");
}
__device__ __forceinline__ bool is_over(uint64_t *full, uint32_t parity) {
  uint32_t over;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}\n" : "=r"(over) : "r"(place(full)), "r"(parity) : "memory");
  return over != 0;
}

// TEXT: for (int s = 0; s < STAGES; ++s)
// TEXT-NEXT: start(&full_stages[s]);
__global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    start(&full);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      expect(&full, 1024);
      copy(tile, x + t * 256, 1024, &full);
    }
    while (!is_over(&full, t & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + tile[i] * tile[i ^ 129];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void rows_of_two(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    start_two(&full);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      expect(&full, 1024);
      copy(tile, x + t * 256, 1024, &full);
    }
    while (!is_over(&full, t & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + tile[i] * tile[i ^ 129];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
