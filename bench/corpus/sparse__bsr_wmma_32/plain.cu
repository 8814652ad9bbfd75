// Block sparse weights (32 x 32, half) times dense on tensor cores: 32 rows x
// 128 columns a block of four warps; a row's blocks in the order of the list.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using nvcuda::wmma::accumulator;
using nvcuda::wmma::fragment;
using nvcuda::wmma::matrix_a;
using nvcuda::wmma::matrix_b;
using nvcuda::wmma::row_major;

static constexpr int kBlock = 32;
static constexpr int kCols = 128;
static constexpr int kLdA = kBlock + 8, kLdB = kCols + 8;

__device__ __forceinline__ void copy16(__half *to, const __half *from) {
  *reinterpret_cast<int4 *>(to) = *reinterpret_cast<const int4 *>(from);
}

__global__ void block_sparse_matmul(const int *offsets, const int *columns,
                                    const __half *blocks, const __half *dense,
                                    __half *out, int n) {
  __shared__ __align__(32) __half a_smem[kBlock * kLdA];
  __shared__ __align__(32) __half b_smem[kBlock * kLdB];
  __shared__ __align__(32) float staging[4][16 * 16];

  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int n0 = blockIdx.x * kCols;
  const int begin = offsets[blockIdx.y], end = offsets[blockIdx.y + 1];

  fragment<accumulator, 16, 16, 16, float> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      nvcuda::wmma::fill_fragment(acc[i][j], 0.0f);

  for (int b = begin; b < end; ++b) {
    const __half *block = blocks + (size_t)b * kBlock * kBlock;
    const __half *rows = dense + (size_t)columns[b] * kBlock * n + n0;
    copy16(&a_smem[t / 4 * kLdA + t % 4 * 8], &block[t * 8]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int v = t + 128 * i, r = v / 16, c = v % 16 * 8;
      copy16(&b_smem[r * kLdB + c], &rows[(size_t)r * n + c]);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < kBlock; k += 16) {
      fragment<matrix_a, 16, 16, 16, __half, row_major> a;
      fragment<matrix_b, 16, 16, 16, __half, row_major> bf[2];
      for (int j = 0; j < 2; ++j)
        load_matrix_sync(bf[j], &b_smem[k * kLdB + warp * 32 + 16 * j], kLdB);
      for (int i = 0; i < 2; ++i) {
        load_matrix_sync(a, &a_smem[16 * i * kLdA + k], kLdA);
        for (int j = 0; j < 2; ++j)
          mma_sync(acc[i][j], a, bf[j], acc[i][j]);
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      store_matrix_sync(staging[warp], acc[i][j], 16,
                        nvcuda::wmma::mem_row_major);
      __syncwarp();
      for (int e = lane; e < 256; e += 32)
        out[((size_t)blockIdx.y * kBlock + 16 * i + e / 16) * n + n0 +
            warp * 32 + 16 * j + e % 16] = __float2half(staging[warp][e]);
      __syncwarp();
    }
}

extern "C" void launch(const int *offsets, const int *columns,
                       const __half *blocks, const __half *dense, __half *out,
                       int block_rows, int n) {
  block_sparse_matmul<<<dim3(n / kCols, block_rows), 128>>>(
      offsets, columns, blocks, dense, out, n);
}
