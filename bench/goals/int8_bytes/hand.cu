// By hand: 16-byte cp.async, rows padded by 16 bytes, STAGES buffers, one
// barrier a trip; whole tiles (the host would choose).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;
constexpr int BM = 64, BN = 64, BK = 32, THREADS = 128;
constexpr int LDA = BK + 16, LDB = BN + 16, STAGES = HAND_STAGES;

__global__ __launch_bounds__(THREADS) void gemm_int8_tc(
    const int8_t *__restrict__ A, const int8_t *__restrict__ B,
    int32_t *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(128) int8_t As[STAGES][BM * LDA];
  __shared__ __align__(128) int8_t Bs[STAGES][BK * LDB];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x, warp = tid / 32;
  const int warp_m = warp / 2 * 32, warp_n = warp % 2 * 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int8_t *a = A + (row0 + tid / 2) * K + tid % 2 * 16;
  const int8_t *b = B + (tid / 4) * N + col0 + tid % 4 * 16;
  const int to_a = tid / 2 * LDA + tid % 2 * 16,
            to_b = tid / 4 * LDB + tid % 4 * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::fill_fragment(acc[i][j], 0);
  const int trips = K / BK;
  for (int s = 0; s < STAGES - 1; ++s) {
    if (s < trips) {
      __pipeline_memcpy_async(&As[s][to_a], a, 16);
      __pipeline_memcpy_async(&Bs[s][to_b], b, 16);
      a += BK;
      b += BK * N;
    }
    __pipeline_commit();
  }
  int stage = 0, fill = STAGES - 1;
  for (int t = 0; t < trips; ++t) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (t + STAGES - 1 < trips) {
      __pipeline_memcpy_async(&As[fill][to_a], a, 16);
      __pipeline_memcpy_async(&Bs[fill][to_b], b, 16);
      a += BK;
      b += BK * N;
    }
    __pipeline_commit();
#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major>
          fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major>
          fb[2];
      for (int i = 0; i < 2; i++)
        wmma::load_matrix_sync(fa[i], &As[stage][(warp_m + i * 16) * LDA + kk],
                               LDA);
      for (int j = 0; j < 2; j++)
        wmma::load_matrix_sync(fb[j], &Bs[stage][kk * LDB + warp_n + j * 16],
                               LDB);
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          wmma::mma_sync(acc[i][j], fa[i], fb[j], acc[i][j]);
    }
    stage = stage + 1 == STAGES ? 0 : stage + 1;
    fill = fill + 1 == STAGES ? 0 : fill + 1;
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      wmma::store_matrix_sync(C + (row0 + warp_m + i * 16) * N + col0 + warp_n +
                                  j * 16,
                              acc[i][j], N, wmma::mem_row_major);
}
extern "C" void launch(const int8_t *A, const int8_t *B, int32_t *C, int M,
                       int N, int K) {
  gemm_int8_tc<<<dim3(N / BN, M / BM), dim3(64, 2)>>>(A, B, C, M, N, K);
}
