// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __syncwarp orders one warp, and the tile is of four.

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = in[t];  // hazard
  __syncwarp();
  out[t] = tile[127 - t];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[127 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
