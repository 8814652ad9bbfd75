// Pieces of one array hold the tiles and what fragments store between two products: how far a
// fragment reaches is told by its shape and the leading dimension.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm -DTYPE=half -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: %golden cpasync

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int T = 16, LD = 24;

__global__ void __launch_bounds__(32)
    gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int N,
         int K) {
  extern __shared__ __align__(16) char smem[];
  half *a_tile = reinterpret_cast<half *>(smem);
  half *b_tile = a_tile + T * LD;
  float *part = reinterpret_cast<float *>(b_tile + T * LD);

  const int t = threadIdx.x, row = t / 2, col = t % 2 * 8;
  float sum[8] = {};
  for (int k = 0; k < K; k += T) {
    *(float4 *)&a_tile[row * LD + col] = *(const float4 *)&A[(blockIdx.y * T + row) * K + k + col];
    *(float4 *)&b_tile[row * LD + col] = *(const float4 *)&B[(k + row) * N + blockIdx.x * T + col];
    __syncthreads();

    wmma::fragment<wmma::matrix_a, T, T, T, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, T, T, T, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, T, T, T, float> c;
    wmma::fill_fragment(c, 0.0f);
    wmma::load_matrix_sync(a, a_tile, LD);
    wmma::load_matrix_sync(b, b_tile, LD);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(part, c, LD, wmma::mem_row_major);
    __syncthreads();

    for (int i = 0; i < 8; ++i)
      sum[i] = 0.5f * sum[i] + part[row * LD + col + i];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    C[(blockIdx.y * T + row) * N + blockIdx.x * T + col + i] = sum[i];
}

void launch(const half *A, const half *B, float *C, int M, int N, int K) {
  const int bytes = 2 * T * LD * sizeof(half) + T * LD * sizeof(float);
  gemm<<<dim3(N / T, M / T), 32, bytes>>>(A, B, C, N, K);
}
