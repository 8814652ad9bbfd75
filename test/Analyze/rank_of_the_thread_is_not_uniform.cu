// A rank differs from thread to thread, also where a function asks for it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int rank_in_block() { return cg::this_thread_block().thread_rank(); }

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}} [barrier-not-uniform]
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = block.thread_rank(); k < K; k += 64) {
    tile[t] = A[k];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'by_function' left alone: {{.*}} [barrier-not-uniform]
__global__ void by_function(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = rank_in_block(); k < K; k += 64) {
    tile[t] = A[k];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + block.thread_rank()];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
