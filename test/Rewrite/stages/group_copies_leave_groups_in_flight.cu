// Copies of a group commit by themselves: with three stages and more the wait
// counts their groups, and where there is no tile any more, others.
//
// RUN: %rewrite_and_run cpasync3,cpasync4 walk -DKERNEL=one -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync3,cpasync4 walk -DKERNEL=two -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync3,cpasync4 walk -DKERNEL=prior -DPADDED -DMORE
// RUN: %rewrite_and_run cpasync3 walk -DKERNEL=parts -DPADDED -DMORE
// RUN: %golden cpasync3

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void one(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  __shared__ float tile[32];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cg::memcpy_async(block, tile, A + k, sizeof(float) * 32);
    cg::wait(block); // wait for all

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    block.sync();
  }
  out[t] = sum;
}

__global__ void two(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  __shared__ float left[16], right[16];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cg::memcpy_async(block, left, A + k, sizeof(float) * 16);
    cg::memcpy_async(block, right, A + k + 16, sizeof(float) * 16);
    cg::wait(block);
    for (int i = 0; i < 16; ++i)
      sum += left[i] * (t + 1) + right[15 - i];
    block.sync();
  }
  out[t] = sum;
}

__global__ void prior(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  auto block = cg::this_thread_block();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cg::memcpy_async(block, tile, A + k, sizeof(float) * 32);
    cg::wait_prior<0>(block);
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    block.sync();
  }
  out[t] = sum;
}

__global__ void parts(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[4][8];
  auto part = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cg::memcpy_async(part, tile[t / 8], A + k + t / 8 * 8, 8 * sizeof(float));
    cg::wait(part);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}
