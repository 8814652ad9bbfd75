// Other barriers of the block: the one that other shared memory in the trip needs, one in front
// of the loop and one behind it are of those who compute, and so is 'blockDim.x'.
//
// RUN: cuda-pipeline-rewrite --variant=roles --stages=3 --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 3 stages over bulk copies with a warp that copies

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: constexpr unsigned CONSUMERS = 64;
// TEXT: __syncthreads();
// TEXT-NOT: __syncthreads
// TEXT: if (threadIdx.x >= CONSUMERS) {
// TEXT: weights[t] = 1.0f / (1 + t);
// TEXT-NEXT: asm volatile("bar.sync 1, %0;" ::"n"(CONSUMERS) : "memory");
// TEXT: for (int i = t; i < 256; i += CONSUMERS)
// TEXT-NEXT: sum
// TEXT-NEXT: asm volatile("bar.sync 1, %0;" ::"n"(CONSUMERS) : "memory");
// TEXT-NEXT: // The warp has read the stage.
// TEXT-NEXT: if (threadIdx.x % 32 == 0)
// TEXT-NEXT: ptx::mbarrier_arrive(&empty[stage]);
// TEXT: weights[t] = sum;
// TEXT-NEXT: asm volatile("bar.sync 1, %0;" ::"n"(CONSUMERS) : "memory");
// TEXT-NOT: __syncthreads
static __global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  __shared__ float weights[64];
  const int t = threadIdx.x;
  if (t == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  weights[t] = 1.0f / (1 + t);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + (k + blockIdx.x) * 256, 1024, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    for (int i = t; i < 256; i += blockDim.x)
      sum = sum * weights[t ^ 1] + tile[i] * tile[i ^ 129];
    __syncthreads();
  }
  weights[t] = sum;
  __syncthreads();
  out[blockIdx.x * 64 + t] = weights[t ^ 5];
}
void run(const float *x, float *out, int tiles) { rows<<<3, 64>>>(x, out, tiles); }
