// Copies that a block makes together, one tile at a time and one ahead.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// CHECK: remark: K-loop in 'accepted_by_the_block' pipelined: cpasync
__global__ void accepted_by_the_block(const float *__restrict__ A,
                                      float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto block = cg::this_thread_block();
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile, &A[k], sizeof(float) * 64);
    cg::wait(block);
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'ahead' left alone: {{.*}}this wait leaves copies in flight{{.*}} [already-pipelined]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
__global__ void ahead(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile[0], A, 256);
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile[(k / 64 + 1) % 2], &A[k + 64], 256);
    cg::wait_prior<1>(block);
    for (int i = 0; i < 64; ++i)
      sum += tile[k / 64 % 2][i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
