// One barrier for each tile, both in an array.
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

// TEXT: __shared__ uint64_t full_stages[STAGES][2];
// TEXT: for (int s = 0; s < STAGES; ++s) {
// TEXT-NEXT: auto &full = full_stages[s];
// TEXT-NEXT: ptx::mbarrier_init(&full[0], 1);
static __global__ void two(const float *x, const float *y, float *out, int tiles) {
  __shared__ alignas(128) float As[256];
  __shared__ alignas(128) float Bs[512];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ uint64_t full[2];
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full[0], 1);
    ptx::mbarrier_init(&full[1], 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[0], 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, As, x + k * 256, 1024, &full[0]);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full + 1, 2048);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, Bs, y + k * 512, 2048, full + 1);
    }
    while (!ptx::mbarrier_try_wait_parity(&full[0], k & 1))
      ;
    while (!ptx::mbarrier_try_wait_parity(&full[1], k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + As[i ^ 129] * Bs[i] + Bs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, const float *y, float *out, int tiles) { two<<<1, 64>>>(x, y, out, tiles); }
