// A tile is used in front of the wait for its own copies: for which another wait stands.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// CHECK: K-loop in 'values_too_early' left alone: {{.*}}the tile is used in front of the wait for it{{.*}} [missing-barrier]
static __global__ void values_too_early(const float *x, const float *y, float *out, int tiles) {
  __shared__ alignas(128) float Ks[256];
  __shared__ alignas(128) float Vs[512];
  __shared__ uint64_t full_k, full_v;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full_k, 1);
    ptx::mbarrier_init(&full_v, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full_k, 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Ks, x + k * 256, 1024, &full_k);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full_v, 2048);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Vs, y + k * 512, 2048, &full_v);
    }
    while (!ptx::mbarrier_try_wait_parity(&full_k, k & 1))
      ;
    float score = 0;
    for (int i = threadIdx.x; i < 256; i += 64)
      score = score * 0.5f + Ks[i ^ 129] + Vs[i];
    while (!ptx::mbarrier_try_wait_parity(&full_v, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + score * Vs[i] + Vs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// What is behind the keys are the values of the trip before.
// CHECK: K-loop in 'values_of_before' left alone: {{.*}}the tile is used in front of the wait for it{{.*}} [missing-barrier]
static __global__ void values_of_before(const float *x, const float *y, float *out, int tiles) {
  __shared__ alignas(128) float Ks[256];
  __shared__ alignas(128) float Vs[512];
  __shared__ uint64_t full_k, full_v;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full_k, 1);
    ptx::mbarrier_init(&full_v, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full_k, 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Ks, x + k * 256, 1024, &full_k);
    }
    while (!ptx::mbarrier_try_wait_parity(&full_k, k & 1))
      ;
    float score = 0;
    for (int i = threadIdx.x; i < 256; i += 64)
      score = score * 0.5f + Ks[i ^ 129] + Vs[i];
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full_v, 2048);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Vs, y + k * 512, 2048, &full_v);
    }
    while (!ptx::mbarrier_try_wait_parity(&full_v, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + score * Vs[i] + Vs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// CHECK: K-loop in 'behind_its_wait' left alone: {{.*}}copies start behind the wait of the trip{{.*}} [bulk-copy-in-loop]
static __global__ void behind_its_wait(const float *x, const float *y, float *out, int tiles) {
  __shared__ alignas(128) float Ks[256];
  __shared__ alignas(128) float Vs[512];
  __shared__ uint64_t full_k, full_v;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full_k, 1);
    ptx::mbarrier_init(&full_v, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full_k, 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Ks, x + k * 256, 1024, &full_k);
    }
    while (!ptx::mbarrier_try_wait_parity(&full_k, k & 1))
      ;
    float score = 0;
    for (int i = threadIdx.x; i < 256; i += 64)
      score = score * 0.5f + Ks[i ^ 129];
    while (!ptx::mbarrier_try_wait_parity(&full_v, k & 1))
      ;
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full_v, 2048);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Vs, y + k * 512, 2048, &full_v);
    }
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + score * Vs[i] + Vs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
