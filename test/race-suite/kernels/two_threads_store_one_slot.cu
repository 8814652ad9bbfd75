// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The index of the store is the same for two threads.

__global__ void racy(const float *in, float *out) {
  __shared__ float pairs[128];
  const int t = threadIdx.x;
  pairs[t / 2] = in[t];  // hazard
  __syncthreads();
  if (t < 64)
    out[t] = pairs[t];
}

__global__ void right(const float *in, float *out) {
  __shared__ float pairs[128];
  const int t = threadIdx.x;
  if (t % 2 == 0)
    pairs[t / 2] = in[t];
  __syncthreads();
  if (t < 64)
    out[t] = pairs[t];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
