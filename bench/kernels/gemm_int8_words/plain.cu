// int8 GEMM on tensor cores: tiles of 64 x 64 x 32, four warps, four bytes a
// load, as a word; zeros behind the edges. K and N are multiples of four.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32;
constexpr int THREADS = 128;

__global__ void __launch_bounds__(THREADS)
    gemm_int8(const signed char *__restrict__ A,
              const signed char *__restrict__ B, int *__restrict__ C, int M,
              int N, int K) {
  __shared__ __align__(32) signed char As[BM][BK];
  __shared__ __align__(32) signed char Bs[BK][BN];
  __shared__ __align__(32) int Cs[THREADS / 32][16][16];

  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int warp_row = warp / 2 * 32, warp_col = warp % 2 * 32;

  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0);

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK / 4; i += THREADS) {
      const int r = i / (BK / 4), c = i % (BK / 4) * 4;
      *reinterpret_cast<int *>(&As[r][c]) =
          row0 + r < M && k0 + c < K
              ? *reinterpret_cast<const int *>(&A[(row0 + r) * K + k0 + c])
              : 0;
    }
    for (int i = tid; i < BK * BN / 4; i += THREADS) {
      const int r = i / (BN / 4), c = i % (BN / 4) * 4;
      *reinterpret_cast<int *>(&Bs[r][c]) =
          k0 + r < K && col0 + c < N
              ? *reinterpret_cast<const int *>(&B[(k0 + r) * N + col0 + c])
              : 0;
    }
    __syncthreads();

    for (int k = 0; k < BK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major>
          a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major>
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

extern "C" void launch(const signed char *A, const signed char *B, int *C,
                       int M, int N, int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  gemm_int8<<<grid, THREADS>>>(A, B, C, M, N, K);
}
