// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All lanes of the mask must come to the shuffle.

__global__ void racy(const float *in, float *out) {
  const int t = threadIdx.x;
  float x = in[t];
  if (t % 32 < 16)
    x += __shfl_down_sync(0xffffffff, x, 8);  // hazard
  __syncthreads();  // hazard
  out[t] = x;
}

__global__ void right(const float *in, float *out) {
  const int t = threadIdx.x;
  float x = in[t];
  if (t % 32 < 16)
    x += __shfl_down_sync(0x0000ffff, x, 8);
  __syncthreads();
  out[t] = x;
}

void run(const float *in, float *out) {
  racy<<<8, 128>>>(in, out);
  right<<<8, 128>>>(in, out);
}
