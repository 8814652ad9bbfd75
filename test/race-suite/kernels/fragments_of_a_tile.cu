// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wmma loads read what all threads stored.

#include <mma.h>
using namespace nvcuda;

__global__ void racy(const half *in, float *out, int tiles) {
  __shared__ half a[16 * 16], b[16 * 16];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < tiles; ++k) {
    for (int i = t; i < 256; i += 64) {
      a[i] = in[k * 512 + i];  // hazard
      b[i] = in[k * 512 + 256 + i];  // hazard
    }
    __syncthreads();
    wmma::load_matrix_sync(fa, a, 16);  // hazard
    wmma::load_matrix_sync(fb, b, 16);  // hazard
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(out + t / 32 * 256, fc, 16, wmma::mem_row_major);
}

__global__ void right(const half *in, float *out, int tiles) {
  __shared__ half a[16 * 16], b[16 * 16];
  const int t = threadIdx.x;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < tiles; ++k) {
    for (int i = t; i < 256; i += 64) {
      a[i] = in[k * 512 + i];
      b[i] = in[k * 512 + 256 + i];
    }
    __syncthreads();
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    __syncthreads();
  }
  wmma::store_matrix_sync(out + t / 32 * 256, fc, 16, wmma::mem_row_major);
}

void run(const half *in, float *out, int tiles) {
  racy<<<1, 64>>>(in, out, tiles);
  right<<<1, 64>>>(in, out, tiles);
}
