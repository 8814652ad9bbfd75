// One thread arrives once for each row that it copies, the others once: so they do
// for each stage.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;

// TEXT: init(&bar_stages[s], blockDim.x + 7);
// TEXT: (void)cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile[0]));
// TEXT: } else {
// TEXT-NEXT: (void)bar.arrive();
// TEXT: bar.wait_parity(phase);
__global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[8][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x + 7);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      for (int r = 0; r < 8; ++r) {
        cuda::device::experimental::cp_async_bulk_global_to_shared(tile[r], x + k * 256 + r * 32, sizeof(tile[0]), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile[0]));
      }
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = 0; i < 4; ++i)
      sum = sum * 0.5f + tile[(t + i) % 8][t / 2];
    __syncthreads();
  }
  out[t] = sum;
}
void launch(const float *x, float *out, int tiles) { rows<<<1, 64>>>(x, out, tiles); }
