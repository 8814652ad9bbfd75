// bfloat16 GEMM on tensor cores: tiles of 64 x 64 x 32, four warps, one element
// a load, zeros behind the edges.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32;
constexpr int THREADS = 128;

__global__ void __launch_bounds__(THREADS)
    gemm_bf16(const __nv_bfloat16 *__restrict__ A,
              const __nv_bfloat16 *__restrict__ B, float *__restrict__ C, int M,
              int N, int K) {
  __shared__ __align__(32) __nv_bfloat16 As[BM][BK];
  __shared__ __align__(32) __nv_bfloat16 Bs[BK][BN];
  __shared__ __align__(32) float Cs[THREADS / 32][16][16];

  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int warp_row = warp / 2 * 32, warp_col = warp % 2 * 32;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      As[r][c] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c]
                                            : __float2bfloat16(0.0f);
    }
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int r = i / BN, c = i % BN;
      Bs[r][c] = k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c]
                                            : __float2bfloat16(0.0f);
    }
    __syncthreads();

    for (int k = 0; k < BK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major>
          a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major>
          b[2];
      for (int i = 0; i < 2; ++i)
        wmma::load_matrix_sync(a[i], &As[warp_row + i * 16][k], BK);
      for (int j = 0; j < 2; ++j)
        wmma::load_matrix_sync(b[j], &Bs[k][warp_col + j * 16], BN);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  // Each warp writes its fragments through its own part of shared memory.
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      wmma::store_matrix_sync(&Cs[warp][0][0], acc[i][j], 16,
                              wmma::mem_row_major);
      __syncwarp();
      for (int e = lane; e < 16 * 16; e += 32) {
        const int row = row0 + warp_row + i * 16 + e / 16;
        const int col = col0 + warp_col + j * 16 + e % 16;
        if (row < M && col < N)
          C[row * N + col] = Cs[warp][e / 16][e % 16];
      }
      __syncwarp();
    }
}

extern "C" void launch(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C,
                       int M, int N, int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  gemm_bf16<<<grid, THREADS>>>(A, B, C, M, N, K);
}
