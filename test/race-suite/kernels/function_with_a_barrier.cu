// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that some threads skip has a barrier in it.

__device__ void racy_store(float *tile, const float *in, int t) {
  tile[t] = in[t];
  __syncthreads();  // hazard
}
__global__ void racy(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  if (t % 2 == 0)
    racy_store(tile, in, t);
  else
    racy_store(tile, in + 128, t);
  out[t] = tile[127 - t];
}

__device__ void right_store(float *tile, const float *in, int t) {
  tile[t] = in[t];
  __syncthreads();
}
__global__ void right(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  right_store(tile, t % 2 == 0 ? in : in + 128, t);
  out[t] = tile[127 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
