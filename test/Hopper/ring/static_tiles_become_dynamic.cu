// More than 48 KB are dynamic: the tiles move, the barriers stay, the launch asks for it.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/large.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 3 stages over bulk copies, shared memory 32776 -> 98328 bytes, dynamic

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT:      constexpr int STAGES = 3;
// TEXT-NEXT: extern __shared__ __align__(128) unsigned char smem[];
// TEXT-NEXT: auto &tile_stages = *reinterpret_cast<float (*)[STAGES][8192]>(smem);
// TEXT-NEXT: __shared__ uint64_t full_stages[STAGES];
// TEXT: cudaFuncSetAttribute(rows, cudaFuncAttributeMaxDynamicSharedMemorySize,
// TEXT: rows<<<1, 64, 3 * 8192 * sizeof(float)>>>(x, out, tiles);
static __global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8192];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  uint32_t phase = 0;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(tile));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + t * 8192, sizeof(tile), &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, phase))
      ;
    phase ^= 1;
    for (int i = threadIdx.x; i < 8192; i += 64)
      sum = sum * 0.5f + tile[i ^ 129];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, float *out, int tiles) { rows<<<1, 64>>>(x, out, tiles); }
