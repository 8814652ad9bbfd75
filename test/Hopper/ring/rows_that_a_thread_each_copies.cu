// Eight threads copy a row each, and arrive for it.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: auto load = [&](int k, int s) {
// TEXT: tile[{{[tr]}}], x + k * 256
// TEXT: };
// TEXT: mbarrier_try_wait_parity(&full, phase)
__global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8][32];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    ptx::mbarrier_init(&full, 8);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t < 8) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 128);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[t], x + k * 256 + t * 32, 128, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}
