// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two tiles of one struct overlap by a wrong index.

struct racy_Tiles {
  float a[64], b[64];
};
__global__ void racy(const float *in, float *out) {
  __shared__ racy_Tiles tiles;
  const int t = threadIdx.x;
  tiles.a[t % 64] = in[t];  // hazard
  tiles.a[t / 2] = in[t];  // hazard
  __syncthreads();
  if (t < 64)
    out[t] = tiles.a[63 - t];
}

struct right_Tiles {
  float a[64], b[64];
};
__global__ void right(const float *in, float *out) {
  __shared__ right_Tiles tiles;
  const int t = threadIdx.x;
  tiles.a[t % 64] = in[t];
  if (t < 64)
    tiles.b[t] = in[t];
  __syncthreads();
  if (t < 64)
    out[t] = tiles.a[63 - t];
}

void run(const float *in, float *out) {
  racy<<<1, 64>>>(in, out);
  right<<<1, 64>>>(in, out);
}
