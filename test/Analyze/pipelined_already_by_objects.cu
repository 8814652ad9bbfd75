// Pipelines of one thread and of groups that load ahead by themselves.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --variant=cpasync \
// RUN:   --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

// CHECK: remark: K-loop in 'four_stages' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
__global__ void four_stages(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[4][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  int ahead = 0;
  for (int k = 0; k < K; k += 64) {
    for (; ahead < k + 4 * 64 && ahead < K; ahead += 64) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[ahead / 64 % 4][t], &A[ahead + t], sizeof(float),
                         pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[k / 64 % 4][i];
    __syncthreads();
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'two_stages' left alone: {{.*}}the loop switches between buffers of 'tile' by itself{{.*}} [already-pipelined]
__global__ void two_stages(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[0][t], &A[t], sizeof(float), pipe);
  pipe.producer_commit();
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    if (k + 64 < K)
      cuda::memcpy_async(&tile[k / 64 % 2 ^ 1][t], &A[k + 64 + t],
                         sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[k / 64 % 2][i];
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'one_in_flight' left alone: {{.*}}this wait leaves copies in flight{{.*}} [already-pipelined]
__global__ void one_in_flight(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(&tile[0][t], &A[t], sizeof(float), pipe);
  pipe.producer_commit();
  float *now = tile[0], *next = tile[1];
  for (int k = 0; k < K; k += 64) {
    if (k + 64 < K)
      cuda::memcpy_async(&next[t], &A[k + 64 + t], sizeof(float), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += now[i];
    __syncthreads();
    float *used = now;
    now = next;
    next = used;
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'by_groups' left alone: {{.*}}[already-pipelined]
__global__ void by_groups(const float *__restrict__ A, float *__restrict__ C,
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

// CHECK: remark: K-loop in 'nothing_ahead' pipelined: cpasync
__global__ void nothing_ahead(const float *__restrict__ A,
                              float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  auto block = cg::this_thread_block();
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile, &A[k], 256);
    cg::wait_prior<0>(block);
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
