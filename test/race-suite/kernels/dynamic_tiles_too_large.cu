// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel uses more dynamic memory than the launch gives.

__global__ void racy(const float *in, float *out) {
  extern __shared__ float both[];
  float *second = both + 192;  // hazard
  const int t = threadIdx.x;
  both[t] = in[t];
  second[t] = in[t + 128];  // hazard
  __syncthreads();
  out[t] = both[127 - t] + second[127 - t];  // hazard
}

__global__ void right(const float *in, float *out) {
  extern __shared__ float both[];
  float *second = both + 128;
  const int t = threadIdx.x;
  both[t] = in[t];
  second[t] = in[t + 128];
  __syncthreads();
  out[t] = both[127 - t] + second[127 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 128, 256 * sizeof(float)>>>(in, out);
  right<<<1, 128, 256 * sizeof(float)>>>(in, out);
}
