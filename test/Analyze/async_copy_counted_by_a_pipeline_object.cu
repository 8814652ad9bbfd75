// Copies that objects count: a pipeline of one thread is re-staged, and one that
// the block shares; a barrier that is passed to the kernel is left alone.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck --check-prefix=LDG %s

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

// CHECK: :[[#@LINE + 10]]:3: remark: K-loop in 'shared_by_the_block' pipelined: cpasync
__global__ void shared_by_the_block(const float *__restrict__ A,
                                    float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, &A[k], sizeof(float) * 64, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 8]]:3: remark: K-loop in 'by_a_barrier' left alone: {{.*}}'memcpy_async' is an asynchronous copy that a barrier counts into one buffer{{.*}} [counted-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
__global__ void by_a_barrier(const float *__restrict__ A,
                             float *__restrict__ C, int K,
                             cuda::barrier<cuda::thread_scope_block> &bar) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: cpasync
// LDG: remark: K-loop in 'accepted' left alone: {{.*}}the copy is asynchronous already, it cannot go through registers{{.*}} [async-copy-in-loop]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}
