// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each step of a tree reads what other threads stored in the step before.

__global__ void racy(const float *in, float *out) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];  // hazard
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];  // hazard
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void right(const float *in, float *out) {
  __shared__ float part[256];
  const int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

void run(const float *in, float *out) {
  racy<<<64, 256>>>(in, out);
  right<<<64, 256>>>(in, out);
}
