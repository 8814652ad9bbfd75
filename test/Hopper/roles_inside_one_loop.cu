// All threads run one loop, in which some only load and others only compute: roles, too.
// One thread that loads and computes like the others has none.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"
#include <cooperative_groups.h>
#include <cuda/pipeline>

// CHECK: K-loop in 'split' left alone: {{.*}}a ring of 2 stages with roles: some threads of the loop fill it, others compute [already-pipelined]
__global__ void split(const float *A, float *C, int n) {
  __shared__ float tile[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  const bool loads = threadIdx.x >= 256;
  auto pipe = cuda::make_pipeline(block, &state, loads ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (loads) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[k % 2][threadIdx.x - 256], A + k * 256 + threadIdx.x - 256, sizeof(float), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += tile[k % 2][threadIdx.x ^ 1];
      pipe.consumer_release();
    }
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'together' left alone: {{.*}}a ring of 2 stages without roles{{.*}} [already-pipelined]
__global__ void together(const float *x, float *C, int n) {
  __shared__ alignas(128) float tile[2][256];
  __shared__ u64 full[2];
  float sum = 0;
  if (threadIdx.x == 0)
    f_row(tile[0], x, 1024, &full[0]);
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0 && k + 1 < n)
      f_row(tile[(k + 1) % 2], x + (k + 1) * 256, 1024, &full[(k + 1) % 2]);
    f_stay(&full[k % 2], (k / 2) % 2);
    sum += tile[k % 2][threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
