// Tiles have the sizes of a template: of one instantiation, they become dynamic
// where four stages need that; of several, as many stages as fit stay static.
//
// RUN: cuda-pipeline-rewrite --variant=ring --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: grep -v '^//' %t.cu > %t.cu.text
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.cu.text %s
// RUN: %run_on_cpu %S/Inputs/large.driver.cu %s %t.cu
//
// CHECK: K-loop in 'one_size' pipelined: ring of {{[34]}} stages over bulk copies, {{.*}}, dynamic
// CHECK: K-loop in 'twice' pipelined: ring of 2 stages over bulk copies, shared memory {{[0-9]+}} -> {{[0-9]+}} bytes{{$}}

#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cstdint>

namespace ptx = cuda::ptx;

// TEXT: void one_size
// TEXT: extern __shared__
template <int N> __global__ void one_size(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[N];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, N * 4);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + k * N, N * 4, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] = sum;
}

// TEXT: void twice
// TEXT: __shared__ alignas(128) float tile_stages[STAGES][N];
// TEXT: static_assert(sizeof(tile_stages) < 48 * 1024,
template <int N> __global__ void twice(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[N];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, N * 4);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, x + k * N, N * 4, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, k & 1))
      ;
    sum = sum * 0.5f + tile[t ^ 1];
    __syncthreads();
  }
  out[t] += sum;
}

// TEXT: one_size<4096><<<1, 64, {{.+}}>>>(x, out, tiles);
void run(const float *x, float *out, int tiles) {
  one_size<4096><<<1, 64>>>(x, out, tiles);
  twice<4096><<<1, 64>>>(x, out, tiles);
  twice<5120><<<1, 64>>>(x, out, tiles);
}
