// C = A * B^T in half, 128 x 128 x 32, eight warps; the result passes through
// the memory of the tiles on its way out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

#define BLOCK_ROWS 128
#define BLOCK_COLS 128
#define CHUNK_K 32
#define WARPS 8
#define SKEW 8
#define LDS_STRIDE (CHUNK_K + SKEW)
#define OUT_STRIDE (BLOCK_COLS + SKEW)

__global__ void hgemm_nt(const half *__restrict__ A, const half *__restrict__ B,
                         half *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(128) half smem[];
  half *As = smem;
  half *Bs = smem + BLOCK_ROWS * LDS_STRIDE;

  using namespace nvcuda::wmma;
  const unsigned tid = threadIdx.x;
  const unsigned warp = tid / 32;
  const unsigned warp_row = warp / 2 * 32; // four by two warps of 32 x 64
  const unsigned warp_col = warp % 2 * 64;

  fragment<accumulator, 16, 16, 16, half> c[2][4];
#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
      fill_fragment(c[i][j], __float2half(0.0f));

  const half *a_ptr = A + (size_t)blockIdx.y * BLOCK_ROWS * K;
  const half *b_ptr = B + (size_t)blockIdx.x * BLOCK_COLS * K;
  const unsigned load_row = tid / 4, load_col = tid % 4 * 8;

#pragma unroll 1
  for (int k = 0; k < K; k += CHUNK_K) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const unsigned r = load_row + i * 64;
      *(int4 *)&As[r * LDS_STRIDE + load_col] =
          *(const int4 *)&a_ptr[(size_t)r * K + k + load_col];
      *(int4 *)&Bs[r * LDS_STRIDE + load_col] =
          *(const int4 *)&b_ptr[(size_t)r * K + k + load_col];
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < CHUNK_K; kk += 16) {
      fragment<matrix_a, 16, 16, 16, half, row_major> a[2];
      fragment<matrix_b, 16, 16, 16, half, col_major> b[4];
#pragma unroll
      for (int i = 0; i < 2; i++)
        load_matrix_sync(a[i], &As[(warp_row + i * 16) * LDS_STRIDE + kk],
                         LDS_STRIDE);
#pragma unroll
      for (int j = 0; j < 4; j++)
        load_matrix_sync(b[j], &Bs[(warp_col + j * 16) * LDS_STRIDE + kk],
                         LDS_STRIDE);
#pragma unroll
      for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
          mma_sync(c[i][j], a[i], b[j], c[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
      store_matrix_sync(
          &smem[(warp_row + i * 16) * OUT_STRIDE + warp_col + j * 16], c[i][j],
          OUT_STRIDE, mem_row_major);
  __syncthreads();

  half *c_ptr =
      C + (size_t)blockIdx.y * BLOCK_ROWS * N + blockIdx.x * BLOCK_COLS;
  for (int i = tid; i < BLOCK_ROWS * BLOCK_COLS / 8; i += WARPS * 32) {
    const int r = i / (BLOCK_COLS / 8), col = i % (BLOCK_COLS / 8) * 8;
    *(int4 *)&c_ptr[(size_t)r * N + col] = *(int4 *)&smem[r * OUT_STRIDE + col];
  }
}

extern "C" void launch(const half *A, const half *B, half *C, int M, int N,
                       int K) {
  const size_t tiles = (BLOCK_ROWS + BLOCK_COLS) * LDS_STRIDE * sizeof(half);
  const size_t staging = BLOCK_ROWS * OUT_STRIDE * sizeof(half);
  const size_t bytes = tiles > staging ? tiles : staging;
  dim3 grid(N / BLOCK_COLS, M / BLOCK_ROWS);
  hgemm_nt<<<grid, WARPS * 32, bytes>>>(A, B, C, M, N, K);
}
