// y = base + x * B for an adapter of rank 64: two tiles of 32, and all is
// done.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using nvcuda::wmma::fragment;

template <int RANK> struct Lora {
  static constexpr int Rows = 64, Cols = 64, Depth = 32, Threads = 128;
  static_assert(RANK % Depth == 0, "whole tiles");
};

template <int RANK>
__global__ void lora_expand(const half *__restrict__ x,
                            const half *__restrict__ b,
                            const half *__restrict__ base, half *__restrict__ y,
                            int tokens, int features, float scale) {
  using L = Lora<RANK>;
  __shared__ __align__(32) half x_tile[L::Rows * L::Depth];
  __shared__ __align__(32) half b_tile[L::Depth * L::Cols];
  __shared__ __align__(32) float result[L::Rows][L::Cols];

  const int warp = threadIdx.x / 32;
  const int row0 = blockIdx.y * L::Rows, col0 = blockIdx.x * L::Cols;

  fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c[4];
  for (int j = 0; j < 4; ++j)
    nvcuda::wmma::fill_fragment(c[j], 0.0f);

  for (int k0 = 0; k0 < RANK; k0 += L::Depth) {
    for (int i = threadIdx.x * 8; i < L::Rows * L::Depth; i += L::Threads * 8) {
      int r = i / L::Depth, k = i % L::Depth;
      uint4 word = make_uint4(0, 0, 0, 0);
      if (row0 + r < tokens)
        word = *(const uint4 *)&x[(size_t)(row0 + r) * RANK + k0 + k];
      *(uint4 *)&x_tile[i] = word;
    }
    for (int i = threadIdx.x * 8; i < L::Depth * L::Cols; i += L::Threads * 8) {
      int k = i / L::Cols, n = i % L::Cols;
      *(uint4 *)&b_tile[i] =
          *(const uint4 *)&b[(size_t)(k0 + k) * features + col0 + n];
    }
    __syncthreads();
    for (int k = 0; k < L::Depth; k += 16) {
      fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half,
               nvcuda::wmma::row_major>
          fa;
      nvcuda::wmma::load_matrix_sync(fa, &x_tile[warp * 16 * L::Depth + k],
                                     L::Depth);
      for (int j = 0; j < 4; ++j) {
        fragment<nvcuda::wmma::matrix_b, 16, 16, 16, half,
                 nvcuda::wmma::row_major>
            fb;
        nvcuda::wmma::load_matrix_sync(fb, &b_tile[k * L::Cols + j * 16],
                                       L::Cols);
        nvcuda::wmma::mma_sync(c[j], fa, fb, c[j]);
      }
    }
    __syncthreads();
  }

  for (int j = 0; j < 4; ++j)
    nvcuda::wmma::store_matrix_sync(&result[warp * 16][j * 16], c[j], L::Cols,
                                    nvcuda::wmma::mem_row_major);
  __syncthreads();
  for (int i = threadIdx.x; i < L::Rows * L::Cols; i += L::Threads) {
    int r = i / L::Cols, n = i % L::Cols;
    if (row0 + r < tokens) {
      size_t at = (size_t)(row0 + r) * features + col0 + n;
      y[at] = __float2half(__half2float(base[at]) + scale * result[r][n]);
    }
  }
}

extern "C" void launch(const half *x, const half *b, const half *base, half *y,
                       int tokens, int features) {
  using L = Lora<64>;
  dim3 grid(features / L::Cols, (tokens + L::Rows - 1) / L::Rows);
  lora_expand<64><<<grid, L::Threads>>>(x, b, base, y, tokens, features, 0.5f);
}
