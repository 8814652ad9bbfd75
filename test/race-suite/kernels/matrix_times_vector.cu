// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vector of a trip is replaced while rows still need it.

__global__ void racy(const float *m, const float *v, float *out, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x, row = blockIdx.x * 256 + t;
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    part[t] = v[k + t];  // hazard
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += m[row * n + k + i] * part[i];  // hazard
  }
  out[row] = sum;
}

__global__ void right(const float *m, const float *v, float *out, int n) {
  __shared__ float part[256];
  const int t = threadIdx.x, row = blockIdx.x * 256 + t;
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    __syncthreads();
    part[t] = v[k + t];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += m[row * n + k + i] * part[i];
  }
  out[row] = sum;
}

void run(const float *m, const float *v, float *out, int n) {
  racy<<<4, 256>>>(m, v, out, n);
  right<<<4, 256>>>(m, v, out, n);
}
