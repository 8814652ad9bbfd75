// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda::atomic orders what it guards; a plain flag does not.

#include <cuda/atomic>

__global__ void racy(const float *in, float *out) {
  __shared__ float value;
  __shared__ int ready;
  const int t = threadIdx.x;
  if (t == 0)
    ready = 0;
  __syncthreads();
  if (t == 0) {
    value = in[0];  // hazard
    ready = 1;  // hazard
  }
  if (t == 32)
    if (ready == 1)  // hazard
      out[0] = value;  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float value;
  __shared__ cuda::atomic<int, cuda::thread_scope_block> ready;
  const int t = threadIdx.x;
  if (t == 0)
    ready.store(0);
  __syncthreads();
  if (t == 0) {
    value = in[0];
    ready.store(1, cuda::memory_order_release);
  }
  if (t == 32)
    if (ready.load(cuda::memory_order_acquire) == 1)
      out[0] = value;
}

void run(const float *in, float *out) {
  racy<<<1, 64>>>(in, out);
  right<<<1, 64>>>(in, out);
}
