// dst = x * y for weights in blocks of 32 four-bit values with one half scale,
// and activations in int8 with a float scale for each 32: as llama-like
// programs multiply prompts. A tile is eight blocks of 64 rows and 32 columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_fp16.h>

#define QK4_0 32
#define WARP_SIZE 32
#define NWARPS 8
#define MMQ_Y 64
#define MMQ_X 32
#define BLOCKS_PER_TILE 8

typedef struct {
  half d;
  uint8_t qs[QK4_0 / 2];
} block_q4_0;
static_assert(sizeof(block_q4_0) == 18, "");

// Blocks are aligned to two bytes only.
static __device__ __forceinline__ int get_int_b2(const void *x, int i32) {
  const uint16_t *x16 = (const uint16_t *)x;
  int x32 = x16[2 * i32 + 0] << 0;
  x32 |= x16[2 * i32 + 1] << 16;
  return x32;
}

static __device__ __forceinline__ void
load_tiles_q4_0(const block_q4_0 *x, int *x_qs, float *x_df, int kb0,
                int blocks_per_row, int row0, int nrows) {
  // Four words a block; a warp loads a row of the tile.
  const int kbx = threadIdx.x / 4, kqsx = threadIdx.x % 4;
#pragma unroll
  for (int i0 = 0; i0 < MMQ_Y; i0 += NWARPS) {
    const int i = i0 + threadIdx.y;
    const int row = min(row0 + i, nrows - 1);
    const block_q4_0 *bxi = x + (size_t)row * blocks_per_row + kb0 + kbx;
    const int q = get_int_b2(bxi->qs, kqsx);
    x_qs[i * (2 * WARP_SIZE + 1) + kbx * 8 + kqsx] = (q & 0x0F0F0F0F);
    x_qs[i * (2 * WARP_SIZE + 1) + kbx * 8 + kqsx + 4] =
        ((q >> 4) & 0x0F0F0F0F);
    if (kqsx == 0)
      x_df[i * (BLOCKS_PER_TILE + 1) + kbx] = __half2float(bxi->d);
  }
}

static __global__ void mul_mat_q4_0(const block_q4_0 *__restrict__ x,
                                    const int *__restrict__ y_qs,
                                    const float2 *__restrict__ y_ds,
                                    float *__restrict__ dst, int ncols_x,
                                    int nrows_x, int ncols_y) {
  __shared__ int tile_x_qs[MMQ_Y * (2 * WARP_SIZE + 1)];
  __shared__ float tile_x_df[MMQ_Y * (BLOCKS_PER_TILE + 1)];
  __shared__ int tile_y_qs[MMQ_X * 2 * WARP_SIZE];
  __shared__ float2 tile_y_ds[MMQ_X * BLOCKS_PER_TILE];

  const int blocks_per_row = ncols_x / QK4_0;
  const int row0 = blockIdx.x * MMQ_Y, col0 = blockIdx.y * MMQ_X;
  const int tid = threadIdx.y * WARP_SIZE + threadIdx.x;

  float sum[MMQ_X / NWARPS][MMQ_Y / WARP_SIZE] = {{0.0f}};

  for (int kb0 = 0; kb0 < blocks_per_row; kb0 += BLOCKS_PER_TILE) {
    load_tiles_q4_0(x, tile_x_qs, tile_x_df, kb0, blocks_per_row, row0,
                    nrows_x);
#pragma unroll
    for (int l = tid; l < MMQ_X * 64; l += NWARPS * WARP_SIZE) {
      const int j = l / 64, w = l % 64;
      const int col = min(col0 + j, ncols_y - 1);
      tile_y_qs[l] = y_qs[(size_t)col * blocks_per_row * 8 + kb0 * 8 + w];
    }
    {
      const int j = tid / BLOCKS_PER_TILE, kb = tid % BLOCKS_PER_TILE;
      const int col = min(col0 + j, ncols_y - 1);
      tile_y_ds[tid] = y_ds[(size_t)col * blocks_per_row + kb0 + kb];
    }
    __syncthreads();

    for (int kb = 0; kb < BLOCKS_PER_TILE; ++kb) {
#pragma unroll
      for (int j0 = 0; j0 < MMQ_X / NWARPS; ++j0) {
        const int j = j0 * NWARPS + threadIdx.y;
#pragma unroll
        for (int i0 = 0; i0 < MMQ_Y / WARP_SIZE; ++i0) {
          const int i = i0 * WARP_SIZE + threadIdx.x;
          int sumi = 0;
#pragma unroll
          for (int w = 0; w < 8; ++w)
            sumi = __dp4a(tile_x_qs[i * (2 * WARP_SIZE + 1) + kb * 8 + w],
                          tile_y_qs[j * 64 + kb * 8 + w], sumi);
          const float2 ds = tile_y_ds[j * BLOCKS_PER_TILE + kb];
          sum[j0][i0] += tile_x_df[i * (BLOCKS_PER_TILE + 1) + kb] *
                         (sumi * ds.x - 8.0f * ds.y);
        }
      }
    }
    __syncthreads();
  }

#pragma unroll
  for (int j0 = 0; j0 < MMQ_X / NWARPS; ++j0) {
    const int col = col0 + j0 * NWARPS + threadIdx.y;
#pragma unroll
    for (int i0 = 0; i0 < MMQ_Y / WARP_SIZE; ++i0) {
      const int row = row0 + i0 * WARP_SIZE + threadIdx.x;
      if (row < nrows_x && col < ncols_y)
        dst[(size_t)col * nrows_x + row] = sum[j0][i0];
    }
  }
}

extern "C" void launch(const half *x, const int *y_qs, const float2 *y_ds,
                       float *dst, int ncols_x, int nrows_x, int ncols_y) {
  const dim3 grid((nrows_x + MMQ_Y - 1) / MMQ_Y, (ncols_y + MMQ_X - 1) / MMQ_X);
  const dim3 block(WARP_SIZE, NWARPS);
  mul_mat_q4_0<<<grid, block>>>((const block_q4_0 *)x, y_qs, y_ds, dst, ncols_x,
                                nrows_x, ncols_y);
}
