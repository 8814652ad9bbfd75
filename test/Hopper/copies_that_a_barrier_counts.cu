// memcpy_async that a cuda::barrier counts is pipelined, and no barrier of the block is
// needed to be found; so is what a pipeline of one thread counts.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

// CHECK: K-loop in 'by_a_barrier' pipelined: cpasync, 2 stages
__global__ void by_a_barrier(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  cooperative_groups::this_thread_block().sync();
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    sum += tile[t ^ 1];
    bar.arrive_and_wait();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'arrives_when_landed' left alone: {{.*}}'cp.async' is an asynchronous copy that a barrier counts into one buffer{{.*}} [counted-copy-in-loop]
__global__ void arrives_when_landed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ alignas(16) float tile[256];
  __shared__ u64 full;
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    f_16(&tile[t * 4], &A[k + t * 4]);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(at(&full)) : "memory");
    f_stay(&full, (k / 256) & 1);
    sum += tile[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'two_buffers' left alone: the loop is pipelined already: a ring of 2 stages without roles{{.*}} [already-pipelined]
__global__ void two_buffers(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[2][64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
  const int t = threadIdx.x;
  float sum = 0;
  cuda::memcpy_async(&tile[0][t], &A[t], sizeof(float), bar[0]);
  for (int k = 0; k < K; k += 64) {
    const int now = k / 64 % 2;
    if (k + 64 < K)
      cuda::memcpy_async(&tile[now ^ 1][t], &A[k + 64 + t], sizeof(float), bar[now ^ 1]);
    bar[now].arrive_and_wait();
    sum += tile[now][t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_a_pipeline' pipelined: cpasync
__global__ void by_a_pipeline(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    sum += tile[t ^ 1];
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}
