// All threads acquire, copy, commit, wait, read and release, once a trip and in
// this order; else the loop is left alone, and is wrong, mostly. A pipeline
// orders nothing but its tiles: who stores in each trip is left alone, too.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

#define KERNEL(name)                                                           \
  __global__ void name(const float *__restrict__ A, float *__restrict__ C,     \
                       int K)

// CHECK: remark: K-loop in 'right' pipelined: cpasync
KERNEL(right) {
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
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'commits_in_a_branch' left alone: {{.*}}'pipe.producer_commit()' is inside another statement
KERNEL(commits_in_a_branch) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    if (t < 32) {
      cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'releases_too_early' left alone: {{.*}}the tile is read behind its release [block-pipeline-in-loop]
KERNEL(releases_too_early) {
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
    pipe.consumer_release();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'copies_behind_the_commit' left alone: {{.*}}no commit between this copy and the wait{{.*}} [missing-barrier]
KERNEL(copies_behind_the_commit) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    pipe.producer_commit();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'acquires_behind_the_copy' left alone: {{.*}}the copy starts before a stage is acquired [block-pipeline-in-loop]
KERNEL(acquires_behind_the_copy) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_acquire();
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'never_acquires' left alone: {{.*}}the copy starts before a stage is acquired [block-pipeline-in-loop]
KERNEL(never_acquires) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'commits_twice' left alone: {{.*}}may make more or fewer than one
KERNEL(commits_twice) {
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
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'never_releases' left alone: {{.*}}does not acquire, commit, wait and release, in this order [block-pipeline-in-loop]
KERNEL(never_releases) {
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
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'reads_before_the_wait' left alone: {{.*}}is in the same phase as a store to the tile; cuda-pipeline-check finds out whether it is a race [missing-barrier]
KERNEL(reads_before_the_wait) {
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
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_wait();
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'waits_at_another_barrier' left alone:
KERNEL(waits_at_another_barrier) {
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
    __syncthreads();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'stores_beside' left alone: {{.*}}threads store to 'tile' by themselves{{.*}} [block-pipeline-in-loop]
KERNEL(stores_beside) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    if (t < 32)
      cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    else
      tile[t] = A[k + t];
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'stores_the_sum' left alone: {{.*}}threads may rely on the order that the pipeline gives to what the trips store here{{.*}} [block-pipeline-in-loop]
KERNEL(stores_the_sum) {
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
      sum += tile[i];
    C[(k + t) % 100] = sum;
    pipe.consumer_release();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'meets_once_more' pipelined: cpasync
KERNEL(meets_once_more) {
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
      sum += tile[i];
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}
