// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second half of the block reads what the first half is still storing.

__global__ void racy(const float *in, float *out) {
  __shared__ float half[64];
  const int t = threadIdx.x;
  if (t < 64)
    half[t] = in[t];  // hazard
  if (t >= 64)
    out[t] = half[t - 64];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float half[64];
  const int t = threadIdx.x;
  if (t < 64)
    half[t] = in[t];
  __syncthreads();
  if (t >= 64)
    out[t] = half[t - 64];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
