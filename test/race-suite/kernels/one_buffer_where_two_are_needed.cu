// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With one barrier a trip a tile needs two buffers.

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[1][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n / 64; ++k) {
    float *now = tile[0];
    now[t] = in[k * 64 + t];  // hazard
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += now[i] * t;  // hazard
  }
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n / 64; ++k) {
    float *now = tile[k % 2];
    now[t] = in[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += now[i] * t;
  }
  out[blockIdx.x * 64 + t] = sum;
}

void run(const float *in, float *out, int n) {
  racy<<<8, 64>>>(in, out, n);
  right<<<8, 64>>>(in, out, n);
}
