// The last row of a fragment lies in the next piece, which is the tile: its rows are longer than
// the piece has room for.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: K-loop in 'gemm' left alone: {{.*}} [shared-write-in-compute]
//
// RUN: sed 's/c, 32, wmma::mem/c, LD, wmma::mem/' %s > %t.kept.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %t.kept.cu -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEPT
// KEPT: K-loop in 'gemm' pipelined: ldg, 2 stages

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int T = 16, LD = 24;

__global__ void __launch_bounds__(32)
    gemm(const half *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ __align__(16) char smem[];
  float *part = reinterpret_cast<float *>(smem);
  half *a_tile = reinterpret_cast<half *>(part + T * LD);

  const int t = threadIdx.x, row = t / 2, col = t % 2 * 8;
  float sum[8] = {};
  for (int k = 0; k < K; k += T) {
    *(float4 *)&a_tile[row * LD + col] = *(const float4 *)&A[row * K + k + col];
    __syncthreads();

    wmma::fragment<wmma::matrix_a, T, T, T, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, T, T, T, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, T, T, T, float> c;
    wmma::fill_fragment(c, 0.0f);
    wmma::load_matrix_sync(a, a_tile, LD);
    wmma::load_matrix_sync(b, a_tile, LD);
    wmma::mma_sync(c, a, b, c);
    __syncthreads();
    wmma::store_matrix_sync(part, c, 32, wmma::mem_row_major);
    __syncthreads();

    for (int i = 0; i < 8; ++i)
      sum[i] = 0.5f * sum[i] + part[row * LD + col + i];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    C[row * T + col + i] = sum[i];
}

void launch(const half *A, float *C, int K) {
  gemm<<<1, 32, T * LD * (sizeof(half) + sizeof(float))>>>(A, C, K);
}
