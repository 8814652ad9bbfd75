// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shuffle makes lanes meet, but orders no memory.

__global__ void racy(const float *in, float *out) {
  __shared__ float lanes[32];
  const int t = threadIdx.x;
  lanes[t] = in[t];  // hazard
  float x = __shfl_xor_sync(0xffffffff, in[t], 1);
  out[t] = x + lanes[31 - t];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float lanes[32];
  const int t = threadIdx.x;
  lanes[t] = in[t];
  float x = __shfl_xor_sync(0xffffffff, in[t], 1);
  __syncwarp();
  out[t] = x + lanes[31 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 32>>>(in, out);
  right<<<1, 32>>>(in, out);
}
