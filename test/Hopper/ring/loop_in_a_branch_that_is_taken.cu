// The loop stands in braces, or in the branch that a template takes; not in one that
// the launch decides.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: %run_on_cpu %S/Inputs/large.driver.cu %s %t.cu
//
// CHECK: K-loop in 'taken' pipelined: ring of 4 stages over bulk copies
// CHECK: K-loop in 'in_braces' pipelined: ring of 4 stages over bulk copies
// CHECK: K-loop in 'decided' left alone: {{.*}} [unsupported-loop]

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

template <bool Rows> __global__ void taken(const float *x, float *out, int tiles) {
  if constexpr (Rows) {
    __shared__ alignas(128) float tile[256];
    __shared__ uint64_t full;
    const int t = threadIdx.x;
    if (t == 0) {
      ptx::mbarrier_init(&full, 1);
      ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
      if (t == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + k * 256, 1024, &full);
      }
      while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
        ;
      sum = sum * 0.5f + tile[t ^ 1];
      __syncthreads();
    }
    out[t] = sum;
  } else {
    out[0] = 0;
  }
}

__global__ void in_braces(const float *x, float *out, int tiles) {
  const int t = threadIdx.x;
  {
    __shared__ alignas(128) float tile[256];
    __shared__ uint64_t full;
    if (t == 0) {
      ptx::mbarrier_init(&full, 1);
      ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
      if (t == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + k * 256, 1024, &full);
      }
      while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
        ;
      sum = sum * 0.5f + tile[t ^ 1];
      __syncthreads();
    }
    out[t] += sum;
  }
}

__global__ void decided(const float *x, float *out, int tiles, bool rows) {
  const int t = threadIdx.x;
  if (rows) {
    __shared__ alignas(128) float tile[256];
    __shared__ uint64_t full;
    if (t == 0) {
      ptx::mbarrier_init(&full, 1);
      ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < tiles; ++k) {
      if (t == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + k * 256, 1024, &full);
      }
      while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
        ;
      sum = sum * 0.5f + tile[t ^ 1];
      __syncthreads();
    }
    out[t] += sum;
  }
}

void run(const float *x, float *out, int tiles) {
  taken<true><<<1, 64>>>(x, out, tiles);
  in_braces<<<1, 64>>>(x, out, tiles);
  decided<<<1, 64>>>(x, out, tiles, true);
}
