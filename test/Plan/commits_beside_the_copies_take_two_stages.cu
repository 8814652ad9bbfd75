// Where the load phase commits by itself, the last trips commit nothing, and no
// wait could count groups. Twins: a commit that all trips reach, and a pipeline
// that counts by itself.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --stages=3 %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --stages=2 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWO

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

#define PARAMS const float *__restrict__ A, float *__restrict__ C, int K
#define COMPUTE                                                                \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += tile[i] * (t + 1)

// TWO-COUNT-5: pipelined: cpasync, 2 stages
// CHECK: K-loop in 'commits_in_branch' left alone: the loads of the loop cannot run several tiles ahead: this wait would have to count commits, and the load phase makes them by itself, none in the last trips; commit once, behind the load phase; --stages=2 works [too-many-stages]
__global__ void commits_in_branch(PARAMS) {
  __shared__ alignas(16) float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t < 16) {
      __pipeline_memcpy_async(&tile[t * 4], &A[k + t * 4], 16);
      __pipeline_commit();
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'commits_behind' pipelined: cpasync, 3 stages
__global__ void commits_behind(PARAMS) {
  __shared__ alignas(16) float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t < 16)
      __pipeline_memcpy_async(&tile[t * 4], &A[k + t * 4], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// Groups of threads commit as many empty groups in the last trips.
// CHECK: K-loop in 'group_commits' pipelined: cpasync, 3 stages
__global__ void group_commits(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto block = cg::this_thread_block();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile, A + k, 64 * sizeof(float));
    cg::wait(block);
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'pipeline_waits_for_all' left alone: {{.*}}; consumer_wait() and one commit a tile can; --stages=2 works [too-many-stages]
__global__ void pipeline_waits_for_all(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    COMPUTE;
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'pipeline_counts' pipelined: cpasync, 3 stages
__global__ void pipeline_counts(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    COMPUTE;
    pipe.consumer_release();
    __syncthreads();
  }
  C[t] = sum;
}
