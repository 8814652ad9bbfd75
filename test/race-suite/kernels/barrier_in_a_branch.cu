// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A barrier that only some threads of a warp reach.

__global__ void racy(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = in[t];
  if (t < 100)
    __syncthreads();  // hazard
  else
    __syncthreads();  // hazard
  out[t] = tile[127 - t];
}

__global__ void right(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[127 - t];
}

void run(const float *in, float *out, int n) {
  racy<<<8, 128>>>(in, out, n);
  right<<<8, 128>>>(in, out, n);
}
