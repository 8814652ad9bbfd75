// cuda::barrier with tokens, cde:: copies: the producer waits and copies in these words, and
// each warp of the others arrives at a barrier of the same type.
//
// RUN: cuda-pipeline-rewrite --variant=roles --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies with a warp that copies

#include <cuda/barrier>
#include <cuda_runtime.h>
#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// TEXT: __shared__ barrier bar_stages[STAGES], empty[STAGES];
// TEXT: init(&bar_stages[s], 1);
// TEXT-NEXT: init(&empty[s], CONSUMERS / 32);
// TEXT-NOT: token
// TEXT: empty[stage].wait_parity(phase);
// TEXT-NEXT: cde::cp_async_bulk_global_to_shared(tile, x
// TEXT-NEXT: (void)cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
// TEXT: return;
// TEXT-NOT: token
// TEXT: bar.wait_parity(phase);
// TEXT-NOT: __syncthreads
// TEXT: __syncwarp();
// TEXT-NEXT: if (threadIdx.x % 32 == 0)
// TEXT-NEXT: (void)empty[stage].arrive();
static __global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  barrier::arrival_token token;
  for (int kt = 0; kt < tiles; ++kt) {
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_global_to_shared(tile, x + (kt + blockIdx.x) * 256, sizeof(tile), bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      sum = sum * 0.5f + tile[i] * tile[i ^ 129];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
void run(const float *x, float *out, int tiles) { rows<<<3, 64>>>(x, out, tiles); }
