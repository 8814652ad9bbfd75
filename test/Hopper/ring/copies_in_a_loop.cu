// A loop, here or in a called function, makes the copies of a trip: as many in each, into the same places.
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

template <int N> __device__ inline void pieces(float *to, const float *from, uint64_t *full) {
#pragma unroll
  for (int i = 0; i < N; i += 128)
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to + i, from + i, 512, full);
}

// TEXT: auto load = [&](int k, int s) {
// TEXT: for (int i = 0; i < 2; ++i)
// TEXT-NEXT: ptx::cp_async_bulk(
// TEXT-NEXT: pieces<512>(Bs, y + k * 512, &full);
static __global__ void two(const float *x, const float *y, float *out, int tiles) {
  __shared__ alignas(128) float As[2][128];
  __shared__ alignas(128) float Bs[512];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 3072);
      for (int i = 0; i < 2; ++i)
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, As[i], x + k * 256 + i * 128, 512, &full);
      pieces<512>(Bs, y + k * 512, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + As[i / 128][(i ^ 1) % 128] * Bs[i] + Bs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, const float *y, float *out, int tiles) { two<<<1, 64>>>(x, y, out, tiles); }
