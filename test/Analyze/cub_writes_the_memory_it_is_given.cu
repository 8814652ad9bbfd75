// CUB's objects write to the memory that they are given, and wait for the block: a
// load phase that is made early would meet the sum of the trip before in it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cub/cub.cuh>

using Scale = cub::BlockReduce<float, 64, cub::BLOCK_REDUCE_RAKING>;
using Reduce = cub::BlockReduce<float, 64>;

// CHECK: K-loop in 'load_and_sum_share_memory' left alone: {{.*}} [{{[a-z-]+}}]
__global__ void load_and_sum_share_memory(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ union {
    Scale::TempStorage scale;
    Reduce::TempStorage reduce;
  } memory;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t] * Scale(memory.scale).Sum(A[k + t]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    sum += Reduce(memory.reduce).Sum(sum);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'sum_behind_the_tile' pipelined: ldg-single
__global__ void sum_behind_the_tile(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ Reduce::TempStorage memory;
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    sum += Reduce(memory).Sum(sum);
    __syncthreads();
  }
  C[t] = sum;
}
