// Keys and values, each with a barrier and a token; the values start by themselves.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/two.driver.cu %s %t.cu
//
// CHECK: K-loop in 'two' pipelined: ring of 4 stages over bulk copies

#include <cuda/barrier>
#include <cuda_runtime.h>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

// TEXT: (void)cuda::device::barrier_arrive_tx(keys, 1, sizeof(Ks));
// TEXT: (void)values.arrive();
// TEXT: keys.wait_parity(phase);
// TEXT: score * 0.5f
// TEXT: values.wait_parity(phase);
static __global__ void two(const float *x, const float *y, float *out, int tiles) {
  __shared__ alignas(128) float Ks[256];
  __shared__ alignas(128) float Vs[512];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier keys;
  __shared__ barrier values;
  if (threadIdx.x == 0) {
    init(&keys, blockDim.x);
    init(&values, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  barrier::arrival_token key_token, value_token;
  for (int k = 0; k < tiles; ++k) {
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_global_to_shared(Ks, x + k * 256, sizeof(Ks), keys);
      key_token = cuda::device::barrier_arrive_tx(keys, 1, sizeof(Ks));
    } else {
      key_token = keys.arrive();
    }
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_global_to_shared(Vs, y + k * 512, sizeof(Vs), values);
      value_token = cuda::device::barrier_arrive_tx(values, 1, sizeof(Vs));
    } else {
      value_token = values.arrive();
    }
    keys.wait(std::move(key_token));
    float score = 0;
    for (int i = threadIdx.x; i < 256; i += 64)
      score = score * 0.5f + Ks[i ^ 129];
    values.wait(std::move(value_token));
    for (int i = threadIdx.x; i < 256; i += 64)
      sum = sum * 0.5f + score * Vs[i] + Vs[256 + (i ^ 65)];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void run(const float *x, const float *y, float *out, int tiles) { two<<<1, 64>>>(x, y, out, tiles); }
