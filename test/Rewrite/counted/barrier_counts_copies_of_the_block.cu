// The block copies together, and a barrier counts: by the size of the block,
// by a promise, inside a loop over rows; the block meets at the barrier again,
// or by itself, behind the tile or in front of it.
//
// RUN: %rewrite_and_run cpasync,cpasync3,auto walk -DKERNEL=by_size -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync4 walk -DKERNEL=by_promise -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=in_rounds -DWHOLE
// RUN: %rewrite_and_run cpasync,cpasync3 walk -DKERNEL=at_the_top -DWHOLE
// RUN: %golden cpasync

#include <cooperative_groups.h>
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void by_size(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    init(&bar, block.size());
  block.sync();
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // All threads take part.
    cuda::memcpy_async(block, tile, A + k, sizeof(tile), bar);
    bar.arrive_and_wait(); // and wait for each other

    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);

    bar.arrive_and_wait();
  }
  out[t] = sum;
}

__global__ void __launch_bounds__(32)
    by_promise(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ barrier bar;
  __shared__ alignas(16) float tile[32];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, 32);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    cuda::memcpy_async(cg::this_thread_block(), tile, A + k,
                       cuda::aligned_size_t<16>(sizeof(float) * 32), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void in_rounds(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < n; k += 32) {
      cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
      bar.arrive_and_wait();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + round);
      bar.arrive_and_wait();
    }
  }
  out[t] = sum;
}

__global__ void at_the_top(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[32];
  __shared__ barrier bar;
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __syncthreads(); // all have read the tile
    cuda::memcpy_async(&tile[t], &A[k + t], sizeof(float), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (t + 1);
  }
  out[t] = sum;
}
