// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// memcpy_async_tx tells the barrier nothing: barrier_arrive_tx does.

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[128];
  __shared__ barrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      cuda::device::memcpy_async_tx(tile, in + k * 128, cuda::aligned_size_t<16>(sizeof(tile)), full);  // hazard
      token = full.arrive();
    } else {
      token = full.arrive();
    }
    full.wait(std::move(token));
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[128];
  __shared__ barrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    barrier::arrival_token token;
    if (t == 0) {
      cuda::device::memcpy_async_tx(tile, in + k * 128, cuda::aligned_size_t<16>(sizeof(tile)), full);
      token = cuda::device::barrier_arrive_tx(full, 1, sizeof(tile));
    } else {
      token = full.arrive();
    }
    full.wait(std::move(token));
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
