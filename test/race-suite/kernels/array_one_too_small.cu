// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last thread stores behind the array.

__global__ void racy(const float *in, float *out) {
  __shared__ float row[256];
  const int t = threadIdx.x;
  row[t + 1] = in[t];  // hazard
  __syncthreads();
  out[t] = row[256 - t];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float row[257];
  const int t = threadIdx.x;
  row[t + 1] = in[t];
  __syncthreads();
  out[t] = row[256 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 256>>>(in, out);
  right<<<1, 256>>>(in, out);
}
