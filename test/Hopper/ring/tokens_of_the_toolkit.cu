// With the toolkit's own headers a token is a number, and a handle is made of a reference.
//
// REQUIRES: cuda-toolkit
// RUN: cuda-pipeline-rewrite --cuda-headers=toolkit --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
//
// CHECK: K-loop in 'rows' pipelined: ring of 4 stages over bulk copies

#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace ptx = cuda::ptx;

__global__ void rows(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + k * 256, sizeof(tile),
                         cuda::device::barrier_native_handle(bar));
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    sum += tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}
