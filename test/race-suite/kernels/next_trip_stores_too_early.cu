// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The barrier behind the reads of a tile is missing: the next trip stores into it.

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    tile[t] = in[k + t];  // hazard
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);  // hazard
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    tile[t] = in[k + t];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (i ^ t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int n) {
  racy<<<64, 128>>>(in, out, n);
  right<<<64, 128>>>(in, out, n);
}
