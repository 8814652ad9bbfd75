// The block meets before the copy starts: there the stage of the trip before is free.
//
// RUN: cuda-pipeline-rewrite --explain --stages=3 -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 3 stages over bulk copies

#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// TEXT: __syncthreads();
// TEXT: for (int t = 0; t < tiles; ++t) {
// TEXT: __syncthreads();
// TEXT-NEXT: // All are done with the tile before, so its stage is free.
// TEXT-NEXT: if (tiles - t > STAGES - 1)
// TEXT-NEXT: load(t + STAGES - 1, (stage + STAGES - 1) % STAGES);
// TEXT-NEXT: bar.wait_parity(phase);
// TEXT-NEXT: for (int i
__global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (threadIdx.x == 0) {
      (void)cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
      cuda::device::experimental::cp_async_bulk_global_to_shared(tile, x + t * 256, sizeof(tile), bar);
    }
    bar.wait_parity(t & 1);
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + tile[i] * tile[i ^ 129];
  }
  out[threadIdx.x] = sum;
}
