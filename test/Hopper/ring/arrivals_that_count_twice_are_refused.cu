// In a ring one thread arrives for all: so each arrival has to be one, in each trip, with
// nothing between it and the copies.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include <cuda/barrier>
#include <utility>
#include "copies.cuh"

using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: K-loop in 'arrives_once' pipelined: ring of {{[0-9]}} stages over bulk copies
__global__ void arrives_once(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      cuda::device::experimental::cp_async_bulk_global_to_shared(tile, x + k * 256, 1024, bar);
      (void)cuda::device::barrier_arrive_tx(bar, 1, 1024);
    } else {
      (void)bar.arrive();
    }
    bar.wait_parity(k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'arrives_for_two' left alone: {{.*}}'barrier_arrive_tx' counts for more than one arrival
__global__ void arrives_for_two(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    show();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      cuda::device::experimental::cp_async_bulk_global_to_shared(tile, x + k * 256, 1024, bar);
      (void)cuda::device::barrier_arrive_tx(bar, 2, 1024);
    } else if (t != 63) {
      (void)bar.arrive();
    }
    bar.wait_parity(k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'arrives_by_a_predicate' left alone: {{.*}}a predicate in the assembly may decide
__device__ inline void arr(uint64_t *b) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(b)) : "memory");
}
__device__ inline void row_where(void *to, const void *from, int n, uint64_t *b, int go) {
#ifdef CUDAPIPE_EXECUTOR
  if (go) {
    expect(b, n);
    row(to, from, n, b);
  } else {
    arr(b);
  }
#else
  asm volatile("{\n .reg .pred p;\n"
               " setp.ne.s32 p, %4, 0;\n"
               " @p mbarrier.arrive.expect_tx.shared::cta.b64 _, [%3], %2;\n"
               " @p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];\n"
               " @!p mbarrier.arrive.shared::cta.b64 _, [%3];\n}"
               ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)), "r"(go) : "memory");
#endif
}
__global__ void arrives_by_a_predicate(const float *x, float *out, int tiles) {
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
      row_where(tile, x + k * 256, 1024, &full, k % 2 == 0);
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'copies_by_a_predicate' left alone: {{.*}}a predicate in the assembly may decide
__device__ inline void row_if(void *to, const void *from, int n, uint64_t *b, int go) {
#ifdef CUDAPIPE_EXECUTOR
  if (go)
    row(to, from, n, b);
#else
  asm volatile("{\n .reg .pred p;\n"
               " setp.ne.s32 p, %4, 0;\n"
               " @p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];\n}"
               ::"r"(at(to)), "l"(from), "r"(n), "r"(at(b)), "r"(go) : "memory");
#endif
}
__device__ inline void expect_if(uint64_t *b, int n, int go) {
#ifdef CUDAPIPE_EXECUTOR
  if (go)
    expect(b, n);
  else
    arr(b);
#else
  asm volatile("{\n .reg .pred p;\n"
               " setp.ne.s32 p, %2, 0;\n"
               " @p mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n"
               " @!p mbarrier.arrive.shared::cta.b64 _, [%0];\n}"
               ::"r"(at(b)), "r"(n), "r"(go) : "memory");
#endif
}
__global__ void copies_by_a_predicate(const float *x, float *out, int tiles) {
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
      expect_if(&full, 1024, k == 0);
      row_if(tile, x + k * 256, 1024, &full, k == 0);
    }
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'arrives_behind_a_barrier' left alone: {{.*}}the block meets between the copies of a trip and who arrives
__device__ inline void grow(uint64_t *b, int n) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(n) : "memory");
}
__global__ void arrives_behind_a_barrier(const float *x, float *out, int tiles) {
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
      grow(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    __syncthreads();
    if (t == 32)
      arr(&full);
    stay(&full, k & 1);
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
