// Quantised weights and activations in blocks of 32 int8 with a scale: dp4a
// within a block, float between them. 32 x 64 results and four blocks of K a
// trip, 32 x 8 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

#define QK 32
#define QI (QK / 4)         // words a block
#define BLOCKS_PER_TRIP 4
#define WORDS (BLOCKS_PER_TRIP * QI)

template <int mmq_y, int mmq_x, int nwarps>
static __device__ __forceinline__ void
load_tiles(const int *wq, const half *wd, const int *xq, const float *xd,
           int (*tw)[WORDS + 1], float (*tdw)[BLOCKS_PER_TRIP + 1],
           int (*tx)[WORDS + 1], float (*tdx)[BLOCKS_PER_TRIP + 1], int row0,
           int col0, int nrows, int ncols, int ib, int blocks_per_row) {
  const size_t words_per_row = (size_t)blocks_per_row * QI;
#pragma unroll
  for (int i = 0; i < mmq_y; i += nwarps) {
    // Rows behind the end are the last one again.
    const int r = min(row0 + i + (int)threadIdx.y, nrows - 1);
    tw[i + threadIdx.y][threadIdx.x] =
        wq[r * words_per_row + ib * QI + threadIdx.x];
  }
#pragma unroll
  for (int j = 0; j < mmq_x; j += nwarps) {
    const int c = min(col0 + j + (int)threadIdx.y, ncols - 1);
    tx[j + threadIdx.y][threadIdx.x] =
        xq[c * words_per_row + ib * QI + threadIdx.x];
  }
  const int b = threadIdx.x % BLOCKS_PER_TRIP;
  for (int i = threadIdx.y * 8 + threadIdx.x / BLOCKS_PER_TRIP; i < mmq_y;
       i += nwarps * 8)
    tdw[i][b] = __half2float(
        wd[(size_t)min(row0 + i, nrows - 1) * blocks_per_row + ib + b]);
  for (int j = threadIdx.y * 8 + threadIdx.x / BLOCKS_PER_TRIP; j < mmq_x;
       j += nwarps * 8)
    tdx[j][b] = xd[(size_t)min(col0 + j, ncols - 1) * blocks_per_row + ib + b];
}

template <int mmq_y, int mmq_x, int nwarps>
static __global__ void mul_mat_q8(const int *wq, const half *wd, const int *xq,
                                  const float *xd, float *dst, int nrows,
                                  int ncols, int blocks_per_row) {
  __shared__ int tw[mmq_y][WORDS + 1];
  __shared__ float tdw[mmq_y][BLOCKS_PER_TRIP + 1];
  __shared__ int tx[mmq_x][WORDS + 1];
  __shared__ float tdx[mmq_x][BLOCKS_PER_TRIP + 1];

  const int row0 = blockIdx.x * mmq_y, col0 = blockIdx.y * mmq_x;
  float sum[mmq_y / 32][mmq_x / nwarps] = {};

  for (int ib = 0; ib < blocks_per_row; ib += BLOCKS_PER_TRIP) {
    load_tiles<mmq_y, mmq_x, nwarps>(wq, wd, xq, xd, tw, tdw, tx, tdx, row0,
                                     col0, nrows, ncols, ib, blocks_per_row);
    __syncthreads();
#pragma unroll
    for (int b = 0; b < BLOCKS_PER_TRIP; ++b)
#pragma unroll
      for (int j = 0; j < mmq_x; j += nwarps)
#pragma unroll
        for (int i = 0; i < mmq_y; i += 32) {
          int dot = 0;
#pragma unroll
          for (int w = 0; w < QI; ++w)
            dot = __dp4a(tw[i + threadIdx.x][b * QI + w],
                         tx[j + threadIdx.y][b * QI + w], dot);
          sum[i / 32][j / nwarps] += tdw[i + threadIdx.x][b] *
                                     tdx[j + threadIdx.y][b] * (float)dot;
        }
    __syncthreads();
  }

  for (int j = 0; j < mmq_x; j += nwarps)
    for (int i = 0; i < mmq_y; i += 32) {
      const int r = row0 + i + threadIdx.x, c = col0 + j + threadIdx.y;
      if (r < nrows && c < ncols)
        dst[(size_t)c * nrows + r] = sum[i / 32][j / nwarps];
    }
}

extern "C" void launch(const int *wq, const half *wd, const int *xq,
                       const float *xd, float *dst, int nrows, int ncols,
                       int k) {
  const dim3 grid((nrows + 31) / 32, (ncols + 63) / 64);
  mul_mat_q8<32, 64, 8><<<grid, dim3(32, 8)>>>(wq, wd, xq, xd, dst, nrows,
                                               ncols, k / QK);
}
