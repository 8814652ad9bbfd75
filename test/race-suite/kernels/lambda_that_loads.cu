// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The load is a lambda, and the barrier was forgotten behind its call.

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  auto load = [&](int k) {
    tile[t] = in[k + t];  // hazard
  };
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    load(k);
    sum += tile[127 - t];  // hazard
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  auto load = [&](int k) {
    tile[t] = in[k + t];
  };
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    load(k);
    __syncthreads();
    sum += tile[127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

void run(const float *in, float *out, int n) {
  racy<<<1, 128>>>(in, out, n);
  right<<<1, 128>>>(in, out, n);
}
