// A pipeline that the block shares: with one stage, which gets more, with two that are used
// one after the other, and with two of which one is ahead. Nothing in the file meets as a
// block.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>

constexpr auto block_scope = cuda::thread_scope_block;

// CHECK: K-loop in 'one_stage' pipelined: cpasync, 2 stages
__global__ void one_stage(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ cuda::pipeline_shared_state<block_scope, 1> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile, A + k, sizeof(tile), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += tile[threadIdx.x ^ 1];
    pipe.consumer_release();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'not_ahead' left alone: {{.*}}buffers go round, but each trip waits for its own copy [block-pipeline-in-loop]
__global__ void not_ahead(const float *A, float *C, int K) {
  __shared__ float tile[2][64];
  __shared__ cuda::pipeline_shared_state<block_scope, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile[k / 64 % 2], A + k, sizeof(tile[0]), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += tile[k / 64 % 2][threadIdx.x ^ 1];
    pipe.consumer_release();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'one_ahead' left alone: the loop is pipelined already: a ring of 2 stages without roles{{.*}} [already-pipelined]
__global__ void one_ahead(const float *A, float *C, int K) {
  __shared__ float tile[2][64];
  __shared__ cuda::pipeline_shared_state<block_scope, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  pipe.producer_acquire();
  cuda::memcpy_async(block, tile[0], A, sizeof(tile[0]), pipe);
  pipe.producer_commit();
  for (int k = 64; k < K; k += 64) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, tile[k / 64 % 2], A + k, sizeof(tile[0]), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += tile[(k / 64 - 1) % 2][threadIdx.x ^ 1];
    pipe.consumer_release();
  }
  C[threadIdx.x] = sum;
}

// The loop inside fetches as far ahead as there are stages: it is no loop of its own.
// CHECK-NOT: 'fetches'
// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'fetches' left alone: the loop is pipelined already: a ring of 3 stages without roles{{.*}} [already-pipelined]
// CHECK-NOT: 'fetches'
template <int S> __global__ void fetches(const float *A, float *C, int tiles) {
  __shared__ float tile[S][64];
  __shared__ cuda::pipeline_shared_state<block_scope, S> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  int fetch = 0;
  for (int t = 0; t < tiles; ++t) {
    for (; fetch < tiles && fetch < t + S; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[fetch % S], A + fetch * 64, sizeof(tile[0]), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[t % S][threadIdx.x ^ 1];
    pipe.consumer_release();
  }
  C[threadIdx.x] = sum;
}
template __global__ void fetches<3>(const float *, float *, int);

// The group counts by itself: completed.
// CHECK: K-loop in 'by_the_group' pipelined: cpasync
__global__ void by_the_group(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  auto block = cooperative_groups::this_thread_block();
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    cooperative_groups::memcpy_async(block, tile, A + k, sizeof(tile));
    cooperative_groups::wait(block);
    sum += tile[threadIdx.x ^ 1];
    block.sync();
  }
  C[threadIdx.x] = sum;
}
