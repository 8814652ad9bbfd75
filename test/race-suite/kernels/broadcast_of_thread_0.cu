// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread stores a number that all read.

__global__ void racy(const float *in, float *out) {
  __shared__ float scale;
  const int t = threadIdx.x;
  if (t == 0)
    scale = in[blockIdx.x];  // hazard
  out[blockIdx.x * 128 + t] = scale * t;  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float scale;
  const int t = threadIdx.x;
  if (t == 0)
    scale = in[blockIdx.x];
  __syncthreads();
  out[blockIdx.x * 128 + t] = scale * t;
}

void run(const float *in, float *out) {
  racy<<<64, 128>>>(in, out);
  right<<<64, 128>>>(in, out);
}
