// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The buffer that is read is the one that is being filled.

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[2][128];
  const int t = threadIdx.x;
  float sum = 0;
  tile[0][t] = in[t];  // hazard
  __syncthreads();
  for (int k = 1; k < n; ++k) {
    tile[k & 1][t] = in[k * 128 + t];  // hazard
    for (int i = 0; i < 128; ++i)
      sum += tile[k & 1][i] * (i + t);  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[2][128];
  const int t = threadIdx.x;
  float sum = 0;
  tile[0][t] = in[t];
  __syncthreads();
  for (int k = 1; k < n; ++k) {
    tile[k & 1][t] = in[k * 128 + t];
    for (int i = 0; i < 128; ++i)
      sum += tile[k - 1 & 1][i] * (i + t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int n) {
  racy<<<8, 128>>>(in, out, n);
  right<<<8, 128>>>(in, out, n);
}
