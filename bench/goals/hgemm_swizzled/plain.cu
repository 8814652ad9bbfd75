// HGEMM with mma.sync m16n8k16, half accumulators, C = A * B^T (B
// column-major). 256 x 128 x 32 a block, 64 x 64 a warp. Rows of the tiles are
// permuted against bank conflicts; C goes straight to memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

#define MMA_M 16
#define MMA_N 8
#define MMA_K 16
#define BLOCK_ROWS 256
#define BLOCK_COLS 128
#define WARP_ROWS 64
#define WARP_COLS 64
#define BLOCK_ROW_WARPS 2
#define WARP_SIZE 32
#define WARPS_PER_BLOCK 8
#define THREADS_PER_BLOCK 256
#define TILE_K 32
#define LINE_LANES 4 // of a warp, for a row of 32 halves
#define COPY_LINES 8

#define LDMATRIX_X2(R0, R1, addr)                                              \
  asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n"    \
               : "=r"(R0), "=r"(R1)                                            \
               : "r"(addr))

#define LDMATRIX_X4(R0, R1, R2, R3, addr)                                      \
  asm volatile(                                                                \
      "ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n"     \
      : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)                                 \
      : "r"(addr))

#define HMMA16816(RD0, RD1, RA0, RA1, RA2, RA3, RB0, RB1, RC0, RC1)            \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, "  \
               "{%2, %3, %4, %5}, {%6, %7}, {%8, %9};\n"                       \
               : "=r"(RD0), "=r"(RD1)                                          \
               : "r"(RA0), "r"(RA1), "r"(RA2), "r"(RA3), "r"(RB0), "r"(RB1),   \
                 "r"(RC0), "r"(RC1))

__global__ void mmaSwizzledKernel(const half *__restrict__ A,
                                  const half *__restrict__ B,
                                  half *__restrict__ C, size_t M, size_t N,
                                  size_t K) {
  const size_t K_tiles = (K + TILE_K - 1) / TILE_K;
  const size_t block_i = blockIdx.y * BLOCK_ROWS;
  const size_t block_j = blockIdx.x * BLOCK_COLS;

  __shared__ __align__(128) half smem[BLOCK_ROWS + BLOCK_COLS][TILE_K];

  const size_t warp_id = threadIdx.x / WARP_SIZE;
  const size_t lane_id = threadIdx.x % WARP_SIZE;
  const size_t warp_i = warp_id / BLOCK_ROW_WARPS * WARP_ROWS;
  const size_t warp_j = warp_id % BLOCK_ROW_WARPS * WARP_COLS;

  uint32_t RC[4][8][2];
#pragma unroll
  for (size_t i = 0; i < 4; ++i) {
#pragma unroll
    for (size_t j = 0; j < 8; ++j) {
      RC[i][j][0] = 0;
      RC[i][j][1] = 0;
    }
  }

  const half *A_warp_ptr =
      &A[(block_i + BLOCK_ROWS / WARPS_PER_BLOCK * warp_id) * K];
  const half *B_warp_ptr =
      &B[(block_j + BLOCK_COLS / WARPS_PER_BLOCK * warp_id) * K];

#pragma unroll 1
  for (size_t tile_k = 0; tile_k < K_tiles; ++tile_k) {
    size_t A_row =
        BLOCK_ROWS / WARPS_PER_BLOCK * warp_id + lane_id / LINE_LANES;
    const int4 *A_lane_ptr = (const int4 *)(A_warp_ptr + tile_k * TILE_K +
                                            (lane_id / LINE_LANES) * K) +
                             (lane_id % LINE_LANES);
#pragma unroll
    for (size_t i = 0; i < BLOCK_ROWS / WARPS_PER_BLOCK / COPY_LINES; ++i) {
      *((int4 *)&smem[A_row][((lane_id % LINE_LANES) ^ ((A_row >> 1) & 3)) *
                             8]) = *A_lane_ptr;
      A_lane_ptr = (const int4 *)((const half *)A_lane_ptr + COPY_LINES * K);
      A_row += COPY_LINES;
    }

    size_t B_row = BLOCK_ROWS + BLOCK_COLS / WARPS_PER_BLOCK * warp_id +
                   lane_id / LINE_LANES;
    const int4 *B_lane_ptr = (const int4 *)(B_warp_ptr + tile_k * TILE_K +
                                            (lane_id / LINE_LANES) * K) +
                             (lane_id % LINE_LANES);
#pragma unroll
    for (size_t i = 0; i < BLOCK_COLS / WARPS_PER_BLOCK / COPY_LINES; ++i) {
      *((int4 *)&smem[B_row][((lane_id % LINE_LANES) ^ ((B_row >> 1) & 3)) *
                             8]) = *B_lane_ptr;
      B_lane_ptr = (const int4 *)((const half *)B_lane_ptr + COPY_LINES * K);
      B_row += COPY_LINES;
    }

    __syncthreads();

#pragma unroll
    for (size_t k_step = 0; k_step < TILE_K / MMA_K; ++k_step) {
      uint32_t RA[4][4];
      uint32_t RB[8][2];
#pragma unroll
      for (size_t i = 0; i < 4; ++i) {
        const size_t row = warp_i + i * MMA_M + lane_id % 16;
        const size_t chunk = (k_step * 2 + lane_id / 16) ^ ((row >> 1) & 3);
        uint32_t addr = __cvta_generic_to_shared(&smem[row][chunk * 8]);
        LDMATRIX_X4(RA[i][0], RA[i][1], RA[i][2], RA[i][3], addr);
      }
#pragma unroll
      for (size_t j = 0; j < 8; ++j) {
        const size_t row = BLOCK_ROWS + warp_j + j * MMA_N + lane_id % 8;
        const size_t chunk =
            (k_step * 2 + (lane_id / 8) % 2) ^ ((row >> 1) & 3);
        uint32_t addr = __cvta_generic_to_shared(&smem[row][chunk * 8]);
        LDMATRIX_X2(RB[j][0], RB[j][1], addr);
      }
#pragma unroll
      for (size_t i = 0; i < 4; ++i) {
#pragma unroll
        for (size_t j = 0; j < 8; ++j) {
          HMMA16816(RC[i][j][0], RC[i][j][1], RA[i][0], RA[i][1], RA[i][2],
                    RA[i][3], RB[j][0], RB[j][1], RC[i][j][0], RC[i][j][1]);
        }
      }
    }

    __syncthreads();
  }

#pragma unroll
  for (size_t i = 0; i < 4; ++i) {
#pragma unroll
    for (size_t j = 0; j < 8; ++j) {
      half *dst = &C[(block_i + warp_i + i * MMA_M + lane_id / 4) * N +
                     block_j + warp_j + j * MMA_N];
      *((uint32_t *)dst + lane_id % 4) = RC[i][j][0];
      *((uint32_t *)(dst + 8 * N) + lane_id % 4) = RC[i][j][1];
    }
  }
}

extern "C" void launch(half *A, half *B, half *C, int M, int N, int K) {
  dim3 block(THREADS_PER_BLOCK);
  dim3 grid((N + BLOCK_COLS - 1) / BLOCK_COLS,
            (M + BLOCK_ROWS - 1) / BLOCK_ROWS);
  mmaSwizzledKernel<<<grid, block>>>(A, B, C, M, N, K);
}
