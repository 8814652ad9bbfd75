// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that a barrier counts, and the next trip's come while others still read.

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ barrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    cuda::memcpy_async(&tile[t], &in[k * 128 + t], sizeof(float), full);  // hazard
    full.arrive_and_wait();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);  // hazard
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ barrier full;
  const int t = threadIdx.x;
  if (t == 0)
    init(&full, blockDim.x);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    cuda::memcpy_async(&tile[t], &in[k * 128 + t], sizeof(float), full);
    full.arrive_and_wait();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);
    full.arrive_and_wait();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
