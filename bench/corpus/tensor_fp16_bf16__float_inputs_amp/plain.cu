// Float matrices whose elements become half on their way into shared memory:
// what mixed precision does to layers that keep their weights in float. 32 x 64
// x 32, eight warps with 16 x 16 each, blocks of 16 x 16 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

const int TM = 32, TN = 64, TK = 32;

__global__ void gemm_amp(const float *A, const float *B, float *C, int M, int N,
                         int K) {
  __shared__ __align__(32) half as[TM][TK + 16];
  __shared__ __align__(32) half bs[TK][TN + 16];
  __shared__ __align__(32) float cs[TM][TN + 8];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int warp = (ty * 16 + tx) / 32;
  const int row0 = blockIdx.y * TM, col0 = blockIdx.x * TN;

  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);

  const int trips = (K + TK - 1) / TK;
  for (int t = 0; t < trips; t++) {
    const int k0 = t * TK;
    for (int r = ty; r < TM; r += 16)
      for (int c = tx; c < TK; c += 16) {
        float v = 0.0f;
        if (row0 + r < M && k0 + c < K)
          v = A[(size_t)(row0 + r) * K + k0 + c];
        as[r][c] = __float2half_rn(v);
      }
    for (int r = ty; r < TK; r += 16)
      for (int c = tx; c < TN; c += 16) {
        float v = 0.0f;
        if (k0 + r < K && col0 + c < N)
          v = B[(size_t)(k0 + r) * N + col0 + c];
        bs[r][c] = __float2half_rn(v);
      }
    __syncthreads();
    for (int k = 0; k < TK; k += 16) {
      wmma::load_matrix_sync(fa, &as[warp / 4 * 16][k], TK + 16);
      wmma::load_matrix_sync(fb, &bs[k][warp % 4 * 16], TN + 16);
      wmma::mma_sync(fc, fa, fb, fc);
    }
    __syncthreads();
  }

  wmma::store_matrix_sync(&cs[warp / 4 * 16][warp % 4 * 16], fc, TN + 8,
                          wmma::mem_row_major);
  __syncthreads();
  for (int r = ty; r < TM; r += 16)
    for (int c = tx; c < TN; c += 16)
      if (row0 + r < M && col0 + c < N)
        C[(size_t)(row0 + r) * N + col0 + c] = cs[r][c];
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  dim3 grid((N + TN - 1) / TN, (M + TM - 1) / TM), block(16, 16);
  gemm_amp<<<grid, block>>>(A, B, C, M, N, K);
}
