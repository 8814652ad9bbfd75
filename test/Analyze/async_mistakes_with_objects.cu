// Wrong as they stand: each must be left alone, beside one that is right.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --variant=cpasync \
// RUN:   --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

#define KERNEL(name)                                                           \
  __global__ void name(const float *__restrict__ A, float *__restrict__ C,     \
                       int K)

// CHECK: remark: K-loop in 'never_waits' left alone: {{.*}}the loop never waits for this copy; cuda-pipeline-check finds out whether it is a race [missing-barrier]
KERNEL(never_waits) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], 4, pipe);
    pipe.producer_commit();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'never_commits' left alone: {{.*}}no commit between this copy and the wait{{.*}} [missing-barrier]
KERNEL(never_commits) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], &A[k + t], 4, pipe);
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'waits_behind_the_barrier' left alone: {{.*}}the wait comes after the barrier{{.*}} [missing-barrier]
KERNEL(waits_behind_the_barrier) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cuda::memcpy_async(&tile[t], &A[k + t], 4, pipe);
    pipe.producer_commit();
    __syncthreads();
    pipe.consumer_wait();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// Only the part waits: nobody knows what the others have copied.
// CHECK: remark: K-loop in 'part_of_the_block_waits' left alone: {{.*}}[missing-barrier]
KERNEL(part_of_the_block_waits) {
  __shared__ float tile[64];
  auto part = cg::tiled_partition<32>(cg::this_thread_block());
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(part, tile + t / 32 * 32, A + k + t / 32 * 32, 128);
    cg::wait(part);
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'no_barrier_behind' left alone: {{.*}}[missing-barrier]
KERNEL(no_barrier_behind) {
  __shared__ float tile[64];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile, A + k, 256);
    cg::wait(block);
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  C[t] = sum;
}

// The last tile fills a part only; the rest of it would be of another tile.
// CHECK: remark: K-loop in 'size_changes' left alone: {{.*}}the size of the copy changes from trip to trip{{.*}} [async-copy-in-loop]
KERNEL(size_changes) {
  __shared__ float tile[64];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile, A + k, 4 * min(K - k, 64));
    cg::wait(block);
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'barrier_waits_once_more' left alone: {{.*}}this barrier would wait for the next tile, too [async-copy-in-loop]
KERNEL(barrier_waits_once_more) {
  __shared__ float tile[64];
  __shared__ float sums[64];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile, A + k, 256);
    cg::wait(block);
    sums[t] = tile[63 - t] * 2.0f;
    cg::wait(block);
    sum += sums[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'right' pipelined: cpasync
KERNEL(right) {
  __shared__ float tile[64];
  __shared__ float sums[64];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    cg::memcpy_async(block, tile, A + k, 4 * min(K, 64));
    cg::wait(block);
    sums[t] = tile[63 - t] * 2.0f;
    block.sync();
    sum += sums[t ^ 1];
    cg::wait(block);
  }
  C[t] = sum;
}
