// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The halo of a stencil is loaded behind the barrier that guards it.

__global__ void racy(const float *in, float *out) {
  __shared__ float row[258];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  row[t + 1] = in[i + 1];
  __syncthreads();
  if (t < 2)
    row[t * 257] = in[i + t * 256];  // hazard
  out[i] = row[t] + row[t + 1] + row[t + 2];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float row[258];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  row[t + 1] = in[i + 1];
  if (t < 2)
    row[t * 257] = in[i + t * 256];
  __syncthreads();
  out[i] = row[t] + row[t + 1] + row[t + 2];
}

void run(const float *in, float *out) {
  racy<<<64, 256>>>(in, out);
  right<<<64, 256>>>(in, out);
}
