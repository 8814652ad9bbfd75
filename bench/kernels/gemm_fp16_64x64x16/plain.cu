// fp16 GEMM on tensor cores: tiles of 64 x 64 x 16, four warps, one vector of
// 16 bytes of each tile a thread, zeros behind the edges.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 16;
constexpr int THREADS = 128;

__global__ void __launch_bounds__(THREADS)
    hgemm(const half *__restrict__ A, const half *__restrict__ B,
          half *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(32) half As[BM][BK];
  __shared__ __align__(32) half Bs[BK][BN];
  __shared__ __align__(32) float Cs[THREADS / 32][16][16];

  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int warp_row = warp / 2 * 32, warp_col = warp % 2 * 32;

  const int a_row = tid / 2, a_col = tid % 2 * 8;
  const int b_row = tid / 8, b_col = tid % 8 * 8;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  for (int k0 = 0; k0 < K; k0 += BK) {
    uint4 a = make_uint4(0, 0, 0, 0);
    if (row0 + a_row < M && k0 + a_col < K)
      a = *reinterpret_cast<const uint4 *>(&A[(row0 + a_row) * K + k0 + a_col]);
    *reinterpret_cast<uint4 *>(&As[a_row][a_col]) = a;
    uint4 b = make_uint4(0, 0, 0, 0);
    if (k0 + b_row < K && col0 + b_col < N)
      b = *reinterpret_cast<const uint4 *>(&B[(k0 + b_row) * N + col0 + b_col]);
    *reinterpret_cast<uint4 *>(&Bs[b_row][b_col]) = b;
    __syncthreads();

    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_frag[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b_frag[2];
    for (int i = 0; i < 2; ++i)
      wmma::load_matrix_sync(a_frag[i], &As[warp_row + i * 16][0], BK);
    for (int j = 0; j < 2; ++j)
      wmma::load_matrix_sync(b_frag[j], &Bs[0][warp_col + j * 16], BN);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        wmma::mma_sync(acc[i][j], a_frag[i], b_frag[j], acc[i][j]);
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      wmma::store_matrix_sync(&Cs[warp][0][0], acc[i][j], 16,
                              wmma::mem_row_major);
      __syncwarp();
      for (int e = lane; e < 16 * 16; e += 32) {
        const int row = row0 + warp_row + i * 16 + e / 16;
        const int col = col0 + warp_col + j * 16 + e % 16;
        if (row < M && col < N)
          C[row * N + col] = __float2half(Cs[warp][e / 16][e % 16]);
      }
      __syncwarp();
    }
}

extern "C" void launch(const half *A, const half *B, half *C, int M, int N,
                       int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  hgemm<<<grid, THREADS>>>(A, B, C, M, N, K);
}
