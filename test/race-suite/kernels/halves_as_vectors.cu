// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of two halves are stored one half apart.

#include <cuda_fp16.h>

__global__ void racy(const half2 *in, half *out) {
  __shared__ half2 row[129];
  const int t = threadIdx.x;
  half *at = (half *)row + t;  // hazard
  at[0] = in[t].x;  // hazard
  at[1] = in[t].y;  // hazard
  __syncthreads();
  out[t] = row[127 - t].x;
}

__global__ void right(const half2 *in, half *out) {
  __shared__ half2 row[129];
  const int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads();
  out[t] = row[127 - t].x;
}

void run(const half2 *in, half *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
