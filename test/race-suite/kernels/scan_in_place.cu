// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scan that reads and stores the same array needs two barriers a step.

__global__ void racy(const float *in, float *out) {
  __shared__ float sums[128];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int by = 1; by < 128; by *= 2) {
    const float add = t >= by ? sums[t - by] : 0;  // hazard
    sums[t] += add;  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sums[t];
}

__global__ void right(const float *in, float *out) {
  __shared__ float sums[128];
  const int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int by = 1; by < 128; by *= 2) {
    const float add = t >= by ? sums[t - by] : 0;
    __syncthreads();
    sums[t] += add;
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sums[t];
}

void run(const float *in, float *out) {
  racy<<<64, 128>>>(in, out);
  right<<<64, 128>>>(in, out);
}
