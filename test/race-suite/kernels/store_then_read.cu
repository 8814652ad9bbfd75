// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread stores an element and reads its neighbour's; nothing lies between.

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 256 + t];  // hazard
  out[blockIdx.x * 256 + t] = tile[(t + 1) % 256];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  out[blockIdx.x * 256 + t] = tile[(t + 1) % 256];
}

void run(const float *in, float *out) {
  racy<<<64, 256>>>(in, out);
  right<<<64, 256>>>(in, out);
}
