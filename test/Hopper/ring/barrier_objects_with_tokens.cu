// cuda::barrier with tokens, cde:: copies; all threads arrived, one does now.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/boxes.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --explain -o - %t.cu -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck --check-prefix=AGAIN %s
//
// CHECK: K-loop in 'boxes' pipelined: ring of 4 stages over TMA
// AGAIN: left alone: the loop is pipelined already: a ring of 4 stages

#include <cuda/barrier>
#include <cuda.h>
#include <utility>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// TEXT: __shared__ barrier bar_stages[STAGES];
// TEXT: init(&bar_stages[s], 1);
// TEXT-NOT: token
// TEXT: (void)cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
// TEXT-NOT: token
// TEXT: for (int s = 0; s < STAGES && s < (K + 31) / 32; ++s)
// TEXT: bar.wait_parity(phase);
// TEXT-NEXT: for (int i
// TEXT-NEXT: sum
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: //
// TEXT-NEXT: if (kt + STAGES < (K + 31) / 32)
// TEXT-NEXT: load(kt + STAGES, stage);
__global__ void boxes(const __grid_constant__ CUtensorMap m, float *out, int K) {
  __shared__ alignas(1024) float tile[32 * 32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  barrier::arrival_token token;
  for (int kt = 0; kt < (K + 31) / 32; ++kt) {
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_tensor_2d_global_to_shared(&tile[0], &m, kt * 32, 0, bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i * 32 + threadIdx.x % 32];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
