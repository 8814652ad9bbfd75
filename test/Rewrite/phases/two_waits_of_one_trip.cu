// Both tiles start at the head of the trip, and each has a wait: the second goes,
// as both have landed at the first, and its barrier, which is for nothing else.
//
// RUN: %rewrite_and_run cpasync,cpasync3,auto walk -DKERNEL=by_hand -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=in_assembly -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=by_groups -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=with_scratch -DPADDED -DMORE
// RUN: %golden cpasync
// RUN: %golden cpasync3

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void by_hand(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float keys[16], values[16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    __pipeline_commit();
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
    __pipeline_commit();

    __pipeline_wait_prior(1); // keys
    __syncthreads();
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);

    __pipeline_wait_prior(0); // values
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void in_assembly(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_groups(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float keys[16], values[16];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cg::memcpy_async(block, keys, A + k, sizeof(float) * 16);
    cg::memcpy_async(block, values, A + k + 16, sizeof(float) * 16);
    cg::wait_prior<1>(block);
    float score = 0.0f;
    for (int i = 0; i < 16; ++i)
      score += keys[i] * (t + 1);
    cg::wait(block);
    for (int i = 0; i < 16; ++i)
      sum += score * values[i];
    block.sync();
  }
  out[t] = sum;
}

// The scores are for all: their barrier stays.
__global__ void with_scratch(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float keys[16], values[16], scores[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      __pipeline_memcpy_async(&keys[t], &A[k + t], 4);
    __pipeline_commit();
    if (t < 16)
      __pipeline_memcpy_async(&values[t], &A[k + 16 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    scores[t] = keys[t % 16] * (t + 1);
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += scores[31 - i] * values[i];
    __syncthreads();
  }
  out[t] = sum;
}
