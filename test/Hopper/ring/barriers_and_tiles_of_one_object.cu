// Tiles and their barrier are members of one static object.
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

struct Shared {
  alignas(128) float As[256];
  alignas(128) float Bs[512];
  uint64_t full;
};

// TEXT: __shared__ Shared s_stages[STAGES];
// TEXT: for (int {{s[0-9_]*}} = 0;
// TEXT-NEXT: auto &s = s_stages[
// TEXT-NEXT: ptx::mbarrier_init(&s.full, 1);
static __global__ void two(const float *x, const float *y, float *out, int tiles) {
  __shared__ Shared s;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&s.full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &s.full, 3072);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s.As, x + k * 256, 1024, &s.full);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s.Bs, y + k * 512, 2048, &s.full);
    }
    while (!ptx::mbarrier_try_wait_parity(&s.full, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + s.As[i ^ 129] * s.Bs[i] + s.Bs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, const float *y, float *out, int tiles) { two<<<1, 64>>>(x, y, out, tiles); }
