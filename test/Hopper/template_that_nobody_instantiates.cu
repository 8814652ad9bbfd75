// What a template does that nobody instantiates shows in the library's names: told by
// them, without the number of stages.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include <cuda.h>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: K-loop in 'one_buffer' left alone: {{.*}}into one buffer, and the trip waits for it [tensor-copy-in-loop]
template <int N> __global__ void one_buffer(const __grid_constant__ CUtensorMap m, float *C, int K) {
  __shared__ alignas(128) float tile[N];
  __shared__ barrier bar;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &m, k * N, 0, bar);
      auto token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    }
    bar.wait_parity(k & 1);
    sum += tile[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'ring' left alone: {{.*}}a ring without roles: {{.*}} [already-pipelined]
template <int N, int S> __global__ void ring(const __grid_constant__ CUtensorMap m, float *C, int K) {
  extern __shared__ float memory[];
  __shared__ barrier bar[S];
  float sum = 0;
  if (threadIdx.x == 0)
    for (int k = 0; k < S && k < K; ++k)
      cde::cp_async_bulk_tensor_2d_global_to_shared(memory + k * N, &m, k * N, 0, bar[k]);
  for (int k = 0; k < K; ++k) {
    bar[k % S].wait_parity(k / S & 1);
    sum += memory[k % S * N + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && k + S < K)
      cde::cp_async_bulk_tensor_2d_global_to_shared(memory + k % S * N, &m, (k + S) * N, 0, bar[k % S]);
  }
  C[threadIdx.x] = sum;
}
