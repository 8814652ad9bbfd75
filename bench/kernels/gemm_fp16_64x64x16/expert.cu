// The 64 x 64 x 16 GEMM by hand: cp.async with zero fill into padded rows, many
// stages, as one tile is little work.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 16;
constexpr int THREADS = 128;
constexpr int STAGES = 4;
constexpr int LDA = BK + 8, LDB = BN + 8;

struct Stage {
  half A[BM][LDA];
  half B[BK][LDB];
};

__global__ void __launch_bounds__(THREADS)
    hgemm(const half *__restrict__ A, const half *__restrict__ B,
          half *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(128) Stage stages[STAGES];
  __shared__ __align__(32) float Cs[THREADS / 32][16][16];

  const int tid = threadIdx.x;
  const int warp = tid / 32, lane = tid % 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int warp_row = warp / 2 * 32, warp_col = warp % 2 * 32;

  // Every thread copies the same place of each tile: row and column are checked
  // once, k in every trip.
  const int a_row = tid / 2, a_col = tid % 2 * 8;
  const int b_row = tid / 8, b_col = tid % 8 * 8;
  const bool a_in = row0 + a_row < M, b_in = col0 + b_col < N;
  const half *a_next = a_in ? &A[(row0 + a_row) * K + a_col] : A;
  const half *b_next = b_in ? &B[b_row * N + col0 + b_col] : B;

  auto load_tile = [&](Stage &stage, int k0) {
    const bool a_now = a_in && k0 + a_col < K, b_now = b_in && k0 + b_row < K;
    __pipeline_memcpy_async(&stage.A[a_row][a_col], a_now ? a_next : A, 16,
                            a_now ? 0 : 16);
    __pipeline_memcpy_async(&stage.B[b_row][b_col], b_now ? b_next : B, 16,
                            b_now ? 0 : 16);
    a_next += BK;
    b_next += BK * N;
  };

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  int k_load = 0;
  for (int s = 0; s < STAGES - 1; ++s, k_load += BK) {
    if (k_load < K)
      load_tile(stages[s], k_load);
    __pipeline_commit();
  }

  int read = 0, write = STAGES - 1;
  for (int k0 = 0; k0 < K; k0 += BK, k_load += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (k_load < K)
      load_tile(stages[write], k_load);
    __pipeline_commit();

    const Stage &tile = stages[read];
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_frag[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b_frag[2];
    for (int i = 0; i < 2; ++i)
      wmma::load_matrix_sync(a_frag[i], &tile.A[warp_row + i * 16][0], LDA);
    for (int j = 0; j < 2; ++j)
      wmma::load_matrix_sync(b_frag[j], &tile.B[0][warp_col + j * 16], LDB);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        wmma::mma_sync(acc[i][j], a_frag[i], b_frag[j], acc[i][j]);
    read = read + 1 == STAGES ? 0 : read + 1;
    write = write + 1 == STAGES ? 0 : write + 1;
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
