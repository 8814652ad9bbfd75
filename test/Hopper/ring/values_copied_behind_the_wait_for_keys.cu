// The copy of the values starts behind the wait for the keys: both go ahead.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/two.driver.cu %s %t.cu
//
// CHECK: K-loop in 'two' pipelined: ring of 4 stages over bulk copies

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: auto load = [&](int k, int s) {
// TEXT: Ks, x + k * 256, 1024, &full_k
// TEXT: Vs, y + k * 512, 2048, &full_v
// TEXT: };
// TEXT: for (int k = 0; k < tiles; ++k) {
// TEXT-NOT: cp_async_bulk
// TEXT: load(k + STAGES, stage);
static __global__ void two(const float *x, const float *y, float *out, int tiles) {
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
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full_v, 2048);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Vs, y + k * 512, 2048, &full_v);
    }
    float score = 0;
    for (int i = threadIdx.x; i < 256; i += 64)
      score = score * 0.5f + Ks[i ^ 129];
    while (!ptx::mbarrier_try_wait_parity(&full_v, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + score * Vs[i] + Vs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, const float *y, float *out, int tiles) { two<<<1, 64>>>(x, y, out, tiles); }
