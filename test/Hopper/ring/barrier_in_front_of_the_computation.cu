// The block meets behind the wait: there the stage of the trip before is free, and S - 1
// tiles are ahead. The phase is a variable that turns.
//
// RUN: cuda-pipeline-rewrite --explain --stages=3 -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %S/Inputs/rows.cu %t.cu
// RUN: cuda-pipeline-rewrite --explain -o - %t.cu -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck --check-prefix=AGAIN %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 3 stages over bulk copies
// AGAIN: left alone: the loop is pipelined already: a ring of 3 stages

#include <cuda/ptx>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: for (int s = 0; s < STAGES - 1 && s < tiles; ++s)
// TEXT-NEXT: load(s, s);
// TEXT-NEXT: int stage = 0;
// TEXT-NEXT: for (int t = 0
// TEXT-NEXT: auto &tile
// TEXT-NEXT: auto &full
// TEXT-NEXT: while (!ptx::mbarrier_try_wait_parity(&full, phase))
// TEXT-NEXT: ;
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: // All are done with the tile before, so its stage is free.
// TEXT-NEXT: if (tiles - t > STAGES - 1)
// TEXT-NEXT: load(t + STAGES - 1, (stage + STAGES - 1) % STAGES);
// TEXT-NEXT: for (int i
// TEXT-NEXT: sum
// TEXT-NEXT: if (++stage == STAGES) {
// TEXT-NEXT: stage = 0;
// TEXT-NEXT: phase ^= 1;
__global__ void rows(const float *x, float *out, int tiles) {
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
      const float *from = x + t * 256;
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
  out[threadIdx.x] = sum;
}
