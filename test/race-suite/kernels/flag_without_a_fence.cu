// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flag tells of data only if fences stand on both sides.

__global__ void racy(const float *in, float *out) {
  __shared__ float value;
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0)
    ready = 0;
  __syncthreads();
  if (t == 0) {
    value = in[0];  // hazard
    ready = 1;
  }
  if (t == 32) {
    while (ready == 0) {
    }
    out[0] = value;  // hazard
  }
}

__global__ void right(const float *in, float *out) {
  __shared__ float value;
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0)
    ready = 0;
  __syncthreads();
  if (t == 0) {
    value = in[0];
    __threadfence_block();
    ready = 1;
  }
  if (t == 32) {
    while (ready == 0) {
    }
    __threadfence_block();
    out[0] = value;
  }
}

void run(const float *in, float *out) {
  racy<<<1, 64>>>(in, out);
  right<<<1, 64>>>(in, out);
}
