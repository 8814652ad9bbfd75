// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of 33 floats do not begin at multiples of 16 bytes.

__global__ void racy(const float4 *in, float *out) {
  __shared__ __align__(16) float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  *(float4 *)&tile[y][x * 4] = in[y * 8 + x];  // hazard
  __syncthreads();
  out[(x * 4) * 32 + y] = tile[y][x * 4];
}

__global__ void right(const float4 *in, float *out) {
  __shared__ __align__(16) float tile[32][36];
  const int x = threadIdx.x, y = threadIdx.y;
  *(float4 *)&tile[y][x * 4] = in[y * 8 + x];
  __syncthreads();
  out[(x * 4) * 32 + y] = tile[y][x * 4];
}

void run(const float4 *in, float *out) {
  racy<<<1, dim3(8, 32)>>>(in, out);
  right<<<1, dim3(8, 32)>>>(in, out);
}
