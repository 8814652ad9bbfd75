// A loop around goes on with stages and phases where the trip before has left them.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/around.driver.cu %s %t.cu
//
// CHECK: K-loop in 'turned' pipelined: ring of 4 stages over bulk copies
// CHECK: K-loop in 'counted' pipelined: ring of 4 stages over bulk copies

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: int stage = 0;
// TEXT-NEXT: for (int row = blockIdx.x;
// TEXT: load(s, (stage + s) % STAGES);
// TEXT: stage = 0;
// TEXT-NEXT: phase ^= 1;
static __global__ void turned(const float *x, float *out, int rows, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  uint32_t phase = 0;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0;
    const int mine = row % 2 ? tiles : tiles / 2 + 1;
    for (int k = 0; k < mine; ++k) {
      if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + (row + k) * 256, 1024, &full);
      }
      while (!ptx::mbarrier_try_wait_parity(&full, phase))
        ;
      phase ^= 1;
      for (int i = threadIdx.x; i < 256; i += 64)
        sum = sum * 0.5f + tile[i ^ 129];
      __syncthreads();
    }
    out[row * 64 + threadIdx.x] = sum;
  }
}

// TEXT: int stage{{[0-9_]*}} = 0, phase{{[0-9_]*}} = 0;
// TEXT-NEXT: for (int row = blockIdx.x;
// TEXT: ++trips;
static __global__ void counted(const float *x, float *out, int rows, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  unsigned trips = 0;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float sum = 0;
    const int mine = row % 2 ? tiles : tiles / 2 + 1;
    for (int k = 0; k < mine; ++k) {
      if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + (row + k) * 256, 1024, &full);
      }
      while (!ptx::mbarrier_try_wait_parity(&full, trips & 1))
        ;
      ++trips;
      for (int i = threadIdx.x; i < 256; i += 64)
        sum = sum * 0.5f + tile[i ^ 129];
      __syncthreads();
    }
    out[row * 64 + threadIdx.x] = sum;
  }
}
void run(bool counts, const float *x, float *out, int rows, int tiles) {
  if (counts)
    counted<<<2, 64>>>(x, out, rows, tiles);
  else
    turned<<<2, 64>>>(x, out, rows, tiles);
}
