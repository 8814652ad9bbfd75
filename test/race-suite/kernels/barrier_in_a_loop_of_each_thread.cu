// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that make fewer trips meet fewer barriers.

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < t % 3; ++i) {
    tile[t] = in[i * 128 + t];
    __syncthreads();  // hazard
    sum += tile[127 - t];  // hazard
    __syncthreads();  // hazard
  }
  out[t] = sum;
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 3; ++i) {
    tile[t] = in[i * 128 + t];
    __syncthreads();
    sum += tile[127 - t];
    __syncthreads();
  }
  out[t] = sum;
}

void run(const float *in, float *out) {
  racy<<<8, 128>>>(in, out);
  right<<<8, 128>>>(in, out);
}
