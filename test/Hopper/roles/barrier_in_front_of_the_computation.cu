// cuda::ptx, a phase that turns; the block meets behind the wait. A stage is released at the
// end of the trip.
//
// RUN: cuda-pipeline-rewrite --variant=roles --stages=2 --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/plain.cu %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 2 stages over bulk copies with a warp that copies

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: int stage = 0, parity = 1;
// TEXT: while (!ptx::mbarrier_try_wait_parity(&empty[stage], parity))
// TEXT-NEXT: ;
// TEXT-NEXT: const float *from = x
// TEXT: parity ^= 1;
// TEXT: return;
// TEXT: while (!ptx::mbarrier_try_wait_parity(&full, phase))
// TEXT-NEXT: ;
// TEXT-NEXT: for (int i
// TEXT-NEXT: sum
// TEXT-NEXT: // The warp has read the stage.
// TEXT-NEXT: __syncwarp();
// TEXT-NEXT: if (threadIdx.x % 32 == 0)
// TEXT-NEXT: ptx::mbarrier_arrive(&empty[stage]);
// TEXT-NEXT: if (++stage == STAGES) {
// TEXT-NEXT: stage = 0;
// TEXT-NEXT: phase ^= 1;
static __global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
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
      const float *from = x + (t + blockIdx.x) * 256;
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, from, 1024, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, phase))
      ;
    phase ^= 1;
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + tile[i] * tile[i ^ 129];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
void run(const float *x, float *out, int tiles) { rows<<<3, 64>>>(x, out, tiles); }
