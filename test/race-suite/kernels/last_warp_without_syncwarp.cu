// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of a warp do not go in step: the last steps of a reduction need __syncwarp.

__global__ void racy(const float *in, float *out) {
  __shared__ volatile float part[64];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    for (int half = 32; half > 0; half /= 2) {
      const float other = part[t + half];  // hazard
      part[t] = part[t] + other;  // hazard
    }
    if (t == 0)
      out[blockIdx.x] = part[0];  // hazard
  }
}

__global__ void right(const float *in, float *out) {
  __shared__ volatile float part[64];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    for (int half = 32; half > 0; half /= 2) {
      const float other = part[t + half];
      __syncwarp();
      part[t] = part[t] + other;
      __syncwarp();
    }
    if (t == 0)
      out[blockIdx.x] = part[0];
  }
}

void run(const float *in, float *out) {
  racy<<<64, 64>>>(in, out);
  right<<<64, 64>>>(in, out);
}
