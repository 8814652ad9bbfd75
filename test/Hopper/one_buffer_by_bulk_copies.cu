// Bulk copies of bytes fill one buffer; the same tile by plain copies is pipelined.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"
#include <cuda/barrier>

// CHECK: K-loop in 'by_asm' left alone: {{.*}}'cp.async.bulk' is a bulk copy into one buffer, and the trip waits for it [bulk-copy-in-loop]
__global__ void by_asm(const float *__restrict__ x, float *__restrict__ C, int K) {
  __shared__ alignas(128) float tile[256];
  __shared__ u64 full;
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    if (t == 0) {
      f_bytes(&full, 1024);
      f_row(tile, x + k * 256, 1024, &full);
    }
    f_stay(&full, k & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_rows' left alone: {{.*}}'cp_async_bulk_global_to_shared' is a bulk copy into one buffer{{.*}} [bulk-copy-in-loop]
__global__ void by_rows(const float *__restrict__ x, float *__restrict__ C, int K) {
  __shared__ alignas(128) float tile[8][32];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    if (t < 8) {
      cuda::device::experimental::cp_async_bulk_global_to_shared(tile[t], x + t * K * 32 + k * 32, 128, bar);
      bar.wait(cuda::device::barrier_arrive_tx(bar, 1, 128));
    } else {
      bar.arrive_and_wait();
    }
    sum += tile[t % 8][t / 8];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'plain' pipelined: cpasync
__global__ void plain(const float *__restrict__ x, float *__restrict__ C, int K) {
  __shared__ alignas(128) float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = x[k * 256 + t];
    __syncthreads();
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
