// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A persistent block takes the next tile before all have read the last.

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  for (int w = blockIdx.x; w < tiles; w += gridDim.x) {
    tile[t] = in[w * 128 + t];  // hazard
    __syncthreads();
    out[w * 128 + t] = tile[127 - t];  // hazard
  }
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  for (int w = blockIdx.x; w < tiles; w += gridDim.x) {
    tile[t] = in[w * 128 + t];
    __syncthreads();
    out[w * 128 + t] = tile[127 - t];
    __syncthreads();
  }
}

void run(const float *in, float *out, int tiles) {
  racy<<<16, 128>>>(in, out, tiles);
  right<<<16, 128>>>(in, out, tiles);
}
