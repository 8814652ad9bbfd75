// Halves in a tile of floats: 32 of them are half a row. The twin has a tile of
// halves.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=16 %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void halves(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float As[32][32];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'halves': the rows of 'As' stay as they are: 'wmma::load_matrix_sync(a, tile, 32)' in line [[#@LINE+8]]: the leading dimension counts other elements than those of the tile
  for (int k = 0; k < K; ++k) {
    for (int i = threadIdx.x; i < 1024; i += 32)
      As[i / 32][i % 32] = A[k * 1024 + i];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    const half *tile = reinterpret_cast<const half *>(&As[0][0]);
    wmma::load_matrix_sync(a, tile, 32);
    wmma::load_matrix_sync(b, tile, 32);
    wmma::mma_sync(acc, a, b, acc);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, acc, 16, wmma::mem_row_major);
}

__global__ void twin(const half *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ half As[32][32];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; ++k) {
    for (int i = threadIdx.x; i < 1024; i += 32)
      As[i / 32][i % 32] = A[k * 1024 + i];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    const half *tile = &As[0][0];
    wmma::load_matrix_sync(a, tile, 32);
    wmma::load_matrix_sync(b, tile, 32);
    wmma::mma_sync(acc, a, b, acc);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, acc, 16, wmma::mem_row_major);
}

void launch(const float *A, const half *B, float *C, int K) {
  halves<<<1, 32>>>(A, C, K);
  twin<<<1, 32>>>(B, C, K);
}
