// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// arrive() without wait() orders nothing.

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ barrier stored, used;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&stored, blockDim.x);
    init(&used, blockDim.x);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];  // hazard
    auto token = stored.arrive();
    sum += tile[t ^ 1];  // hazard
    used.arrive_and_wait();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  __shared__ barrier stored, used;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&stored, blockDim.x);
    init(&used, blockDim.x);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[t] = in[k * 128 + t];
    auto token = stored.arrive();
    stored.wait(std::move(token));
    sum += tile[t ^ 1];
    used.arrive_and_wait();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
