// The stages of a tile have a barrier each, or are in the type of the pipeline:
// who else names the object would use another one.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
using pipeline = cuda::pipeline<cuda::thread_scope_block>;

#define KERNEL(name)                                                           \
  __global__ void name(const float *__restrict__ A, float *__restrict__ C,     \
                       int K)

// CHECK: remark: K-loop in 'behind_the_loop' left alone: {{.*}}'bar' is used here, too [counted-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 19]]:3: note: here
KERNEL(behind_the_loop) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
  // The stage that the block meets at here would be another each time.
  //
  bar.arrive_and_wait();
}

// All meet at it once more in the trip: that is the barrier of the end.
// CHECK: remark: K-loop in 'in_the_loop' pipelined: cpasync
KERNEL(in_the_loop) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    bar.wait(bar.arrive());
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'alone' pipelined: cpasync
KERNEL(alone) {
  __shared__ float tile[64];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
  __syncthreads();
}

__device__ void more(pipeline &pipe);

// CHECK: remark: K-loop in 'handed_on' left alone: {{.*}}'pipe' is used here, too [block-pipeline-in-loop]
KERNEL(handed_on) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
  }
  more(pipe);
  C[t] = sum;
}

// CHECK: remark: K-loop in 'one_in_flight' left alone: {{.*}}[{{block-pipeline-in-loop|async-copy-in-loop}}]
KERNEL(one_in_flight) {
  __shared__ float tile[64], first[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  pipe.producer_acquire();
  cuda::memcpy_async(&first[t], &A[t], sizeof(float), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
  }
  C[t] = sum + first[t];
}

// CHECK: remark: K-loop in 'its_own' pipelined: cpasync
KERNEL(its_own) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    pipe.consumer_release();
  }
  C[t] = sum;
}
