// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile is read one column further than it is written.

__global__ void racy(const float *in, float *out) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    tile[r][x] = in[r * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[y][x] - tile[y][x + 1];  // hazard
}

__global__ void right(const float *in, float *out) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    tile[r][x] = in[r * 32 + x];
  if (x == 0)
    for (int r = y; r < 32; r += 8)
      tile[r][32] = 0;
  __syncthreads();
  out[y * 32 + x] = tile[y][x] - tile[y][x + 1];
}

void run(const float *in, float *out) {
  racy<<<1, dim3(32, 8)>>>(in, out);
  right<<<1, dim3(32, 8)>>>(in, out);
}
