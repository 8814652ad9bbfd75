// Pointers into a tile, made in front of the loop, are made of each stage.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/rows.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --explain -o - %t.cu -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck --check-prefix=AGAIN %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies
// AGAIN: left alone: the loop is pipelined already

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

struct Tiles {
  alignas(128) float a[128];
  alignas(128) float b[128];
};

// TEXT: __shared__ Tiles s_stages[STAGES];
// TEXT-NEXT: #pragma
// TEXT-NOT: float *a
// TEXT: auto load = [&](int t, int s2) {
// TEXT-NEXT: auto &s = s_stages[s2];
// TEXT-NEXT: float *a = s.a;
// TEXT-NEXT: float *b = a + 128;
// TEXT-NEXT: auto &bar = bar_stages[s2];
// TEXT: for (int t = 0; t < tiles; ++t) {
// TEXT-NEXT: auto &s = s_stages[stage];
// TEXT-NEXT: float *a = s.a;
// TEXT-NEXT: const float *first = a;
// TEXT-NEXT: auto &bar
__global__ void rows(const float *x, float *out, int tiles) {
  __shared__ Tiles s;
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  float *a = s.a;
  float *b = a + 128;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  barrier::arrival_token token;
  const float *first = a;
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_global_to_shared(a, x + t * 256, 512, bar);
      cde::cp_async_bulk_global_to_shared(b, x + t * 256 + 128, 512, bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, 1024);
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < 128; i += 64)
      sum = sum * 0.5f + first[i] * s.b[i ^ 65];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
