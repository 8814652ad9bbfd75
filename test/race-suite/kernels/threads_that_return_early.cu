// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads outside of the matrix leave, and nobody fills their part of the tile.

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (i >= n)
    return;
  tile[t] = in[i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 128; ++k)
    sum += tile[k] * (k ^ t);  // hazard
  out[i] = sum;
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  tile[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 128; ++k)
    sum += tile[k] * (k ^ t);
  out[i] = sum;
}

void run(const float *in, float *out, int n) {
  racy<<<(n + 127) / 128, 128>>>(in, out, n);
  right<<<(n + 127) / 128, 128>>>(in, out, n);
}
