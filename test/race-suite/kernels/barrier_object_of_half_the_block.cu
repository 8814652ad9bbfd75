// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The barrier lets threads go when half of the block has come.

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ barrier all;
  const int t = threadIdx.x;
  if (t == 0)
    init(&all, blockDim.x / 2);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];  // hazard
    all.arrive_and_wait();
    sum += tile[t ^ 64];  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ barrier all;
  const int t = threadIdx.x;
  if (t == 0)
    init(&all, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];
    all.arrive_and_wait();
    sum += tile[t ^ 64];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
