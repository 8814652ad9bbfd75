// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copy is expected in the next phase: the token is of the one before.

#include <cuda/barrier>
#include <utility>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ alignas(128) float tile[128];
  __shared__ barrier full;
  const int t = threadIdx.x;
  if (t == 0) {
    init(&full, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      cde::cp_async_bulk_global_to_shared(tile, in + k * 128, sizeof(tile), full);  // hazard
      full.wait(full.arrive());
    } else {
      full.wait(full.arrive());
    }
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
  if (t == 0) {
    init(&full, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      cde::cp_async_bulk_global_to_shared(tile, in + k * 128, sizeof(tile), full);
      full.wait(cuda::device::barrier_arrive_tx(full, 1, sizeof(tile)));
    } else {
      full.wait(full.arrive());
    }
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
