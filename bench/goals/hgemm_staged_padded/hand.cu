// By hand: cp.async, rows of 40 halves, HAND_STAGES stages in max(tiles, C).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
using namespace nvcuda;
constexpr int BM = 256, BN = 128, BK = 32, LD = BK + 8, LDC = BN + 8,
              S = HAND_STAGES;
constexpr int STAGE = (BM + BN) * LD;
__global__ void __launch_bounds__(256)
    hgemm(const half *__restrict__ A, const half *__restrict__ B,
          half *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(128) half smem[];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int wr = warp / 2 * 64, wc = warp % 2 * 64;
  const size_t row0 = (size_t)blockIdx.y * BM, col0 = (size_t)blockIdx.x * BN;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> c[4][4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      wmma::fill_fragment(c[i][j], 0.0);
  const half *a = A + (row0 + t / 4) * K + t % 4 * 8,
             *b = B + (col0 + t / 4) * K + t % 4 * 8;
  const int to = t / 4 * LD + t % 4 * 8;
  const size_t step = (size_t)64 * K;
  auto load = [&](int s) {
    half *tile = smem + s * STAGE + to;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      __pipeline_memcpy_async(tile + i * 64 * LD, a + i * step, 16);
#pragma unroll
    for (int i = 0; i < 2; ++i)
      __pipeline_memcpy_async(tile + (BM + i * 64) * LD, b + i * step, 16);
    a += BK;
    b += BK;
  };
  const int trips = (K + BK - 1) / BK;
  for (int s = 0; s < S - 1; ++s) {
    if (s < trips)
      load(s);
    __pipeline_commit();
  }
  int stage = 0, fill = S - 1;
#pragma unroll 1
  for (int k = 0; k < trips; ++k) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (k + S - 1 < trips)
      load(fill);
    __pipeline_commit();
    const half *As = smem + stage * STAGE, *Bs = As + BM * LD;
#pragma unroll
    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[4];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        wmma::load_matrix_sync(fa[i], As + (wr + i * 16) * LD + kk, LD);
#pragma unroll
      for (int j = 0; j < 4; ++j)
        wmma::load_matrix_sync(fb[j], Bs + (wc + j * 16) * LD + kk, LD);
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          wmma::mma_sync(c[i][j], fa[i], fb[j], c[i][j]);
    }
    stage = stage + 1 == S ? 0 : stage + 1;
    fill = fill + 1 == S ? 0 : fill + 1;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      wmma::store_matrix_sync(smem + (wr + i * 16) * LDC + wc + j * 16, c[i][j],
                              LDC, wmma::mem_row_major);
  __syncthreads();
  const half *src = smem + warp * 32 * LDC;
  half *dst = &C[(row0 + warp * 32) * N + col0];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    *((int4 *)(dst + (size_t)(i * 2 + lane / 16) * N) + lane % 16) =
        *((int4 *)(src + (i * 2 + lane / 16) * LDC) + lane % 16);
}
extern "C" void launch(half *A, half *B, half *C, int M, int N, int K) {
  const int tiles = S * STAGE * 2, out = BM * LDC * 2,
            bytes = tiles > out ? tiles : out;
  static bool once =
      (cudaFuncSetAttribute(hgemm, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            bytes),
       true);
  (void)once;
  hgemm<<<dim3(N / BN, M / BM), 256, bytes>>>(A, B, C, M, N, K);
}
