// A fragment of every second row: its leading dimension is no row length, and no
// text says what it would become. The twin takes rows as they are.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --pad=auto %s 2>&1 | FileCheck %s

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void twice(const uint4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ half As[32][32];
  const int row = threadIdx.x / 4, col = threadIdx.x % 4 * 8;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twice': the rows of 'As' stay as they are: 'wmma::load_matrix_sync(a, &As[0][0], 64)' in line [[#@LINE+6]]: the leading dimension is not the row length
  for (int k = 0; k < K; ++k) {
    *reinterpret_cast<uint4 *>(&As[row][col]) = A[k * 128 + threadIdx.x];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::load_matrix_sync(a, &As[0][0], 64);
    wmma::load_matrix_sync(b, &As[0][16], 32);
    wmma::mma_sync(acc, a, b, acc);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, acc, 16, wmma::mem_row_major);
}

__global__ void twin(const uint4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ half As[32][32];
  const int row = threadIdx.x / 4, col = threadIdx.x % 4 * 8;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 0.0f);
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; ++k) {
    *reinterpret_cast<uint4 *>(&As[row][col]) = A[k * 128 + threadIdx.x];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::load_matrix_sync(a, &As[16][0], 32);
    wmma::load_matrix_sync(b, &As[0][16], 32);
    wmma::mma_sync(acc, a, b, acc);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, acc, 16, wmma::mem_row_major);
}

void launch(const uint4 *A, float *C, int K) {
  twice<<<1, 128>>>(A, C, K);
  twin<<<1, 128>>>(A, C, K);
}
