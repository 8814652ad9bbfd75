// Tensor maps fill one buffer: told so, whatever spells the copy and the wait.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s
// RUN: cmp %s %t.cu

#include "ptx.cuh"
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'by_asm' left alone: {{.*}}'cp.async.bulk.tensor.2d' is a copy by a tensor map into one buffer, and the trip waits for it [tensor-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
__global__ void by_asm(const __grid_constant__ CUtensorMap m, float *C, int K) {
  __shared__ alignas(128) float tile[1024];
  __shared__ u64 full;
  if (threadIdx.x == 0)
    f_init(&full, 1);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    if (threadIdx.x == 0) {
      f_bytes(&full, 4096);
      f_box(tile, &m, k * 32, 0, &full);
    }
    f_stay(&full, k & 1);
    sum += tile[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_tokens' left alone: {{.*}}into one buffer{{.*}} [tensor-copy-in-loop]
__global__ void by_tokens(const __grid_constant__ CUtensorMap m, float *C, int K) {
  __shared__ alignas(128) float tile[1024];
  __shared__ barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  barrier::arrival_token token;
  for (int k = 0; k < K; ++k) {
    if (threadIdx.x == 0) {
      cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &m, k * 32, 0, bar);
      token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
      token = bar.arrive();
    }
    bar.wait(std::move(token));
    sum += tile[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_ptx' left alone: {{.*}}'cp_async_bulk_tensor' is a copy by a tensor map into one buffer{{.*}} [tensor-copy-in-loop]
__global__ void by_ptx(const __grid_constant__ CUtensorMap m, float *C, int K) {
  __shared__ alignas(128) float tile[1024];
  __shared__ uint64_t full;
  float sum = 0;
  unsigned phase = 0;
  for (int k = 0; k < K; ++k) {
    if (threadIdx.x == 0) {
      int32_t where[2] = {k * 32, 0};
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &m, where, &full);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 4096);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, phase))
      ;
    phase ^= 1;
    sum += tile[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'ring' left alone: the loop is pipelined already: a ring of 2 stages {{.*}} [already-pipelined]
__global__ void ring(const __grid_constant__ CUtensorMap m, float *C, int K) {
  __shared__ alignas(128) float tile[2][1024];
  __shared__ u64 full[2];
  float sum = 0;
  if (threadIdx.x == 0) {
    f_bytes(&full[0], 4096);
    f_box(tile[0], &m, 0, 0, &full[0]);
  }
  for (int k = 0; k < K; ++k) {
    if (threadIdx.x == 0 && k + 1 < K) {
      f_bytes(&full[(k + 1) & 1], 4096);
      f_box(tile[(k + 1) & 1], &m, (k + 1) * 32, 0, &full[(k + 1) & 1]);
    }
    f_stay(&full[k & 1], (k >> 1) & 1);
    sum += tile[k & 1][threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
