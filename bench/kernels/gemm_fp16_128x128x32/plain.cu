// fp16 GEMM on tensor cores: tiles of 128 x 128 x 32, eight warps, 16 bytes a
// load.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 128, BN = 128, BK = 32;
constexpr int THREADS = 256;
constexpr int VEC = sizeof(float4) / sizeof(half);

__global__ void __launch_bounds__(THREADS)
    gemm_fp16(const half *__restrict__ A, const half *__restrict__ B,
              float *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(32) half As[BM][BK];
  __shared__ __align__(32) half Bs[BK][BN];

  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int warp_row = warp / 4 * 64, warp_col = warp % 4 * 32;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK / VEC; i += THREADS) {
      const int r = i / (BK / VEC), c = i % (BK / VEC) * VEC;
      *reinterpret_cast<float4 *>(&As[r][c]) =
          *reinterpret_cast<const float4 *>(&A[(row0 + r) * K + k0 + c]);
    }
    for (int i = tid; i < BK * BN / VEC; i += THREADS) {
      const int r = i / (BN / VEC), c = i % (BN / VEC) * VEC;
      *reinterpret_cast<float4 *>(&Bs[r][c]) =
          *reinterpret_cast<const float4 *>(&B[(k0 + r) * N + col0 + c]);
    }
    __syncthreads();

    for (int k = 0; k < BK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
      for (int i = 0; i < 4; ++i)
        wmma::load_matrix_sync(a[i], &As[warp_row + i * 16][k], BK);
      for (int j = 0; j < 2; ++j)
        wmma::load_matrix_sync(b[j], &Bs[k][warp_col + j * 16], BN);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(
          &C[(row0 + warp_row + i * 16) * N + col0 + warp_col + j * 16],
          acc[i][j], N, wmma::mem_row_major);
}

extern "C" void launch(const half *A, const half *B, float *C, int M, int N,
                       int K) {
  gemm_fp16<<<dim3(N / BN, M / BM), THREADS>>>(A, B, C, M, N, K);
}
