// out = silu(x * G) * (x * U) in one pass: both weight matrices share the tile
// of x. Loads and products are lambdas.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <mma.h>

namespace {

using namespace nvcuda;
using T = __nv_bfloat16;

constexpr int TM = 128, TN = 64, TK = 32;

__global__ void swiglu(const T *__restrict__ x, const T *__restrict__ gate,
                       const T *__restrict__ up, T *__restrict__ out, int rows,
                       int hidden, int cols) {
  __shared__ __align__(32) T x_s[TM * TK];
  __shared__ __align__(32) T g_s[TK * TN];
  __shared__ __align__(32) T u_s[TK * TN];
  __shared__ __align__(32) float stage[8][2][256];

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int m0 = blockIdx.y * TM, n0 = blockIdx.x * TN;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> g_acc[4], u_acc[4];
  for (int j = 0; j < 4; ++j) {
    wmma::fill_fragment(g_acc[j], 0.0f);
    wmma::fill_fragment(u_acc[j], 0.0f);
  }

  auto load_x = [&](int k0) {
#pragma unroll
    for (int i = threadIdx.x * 8; i < TM * TK; i += 256 * 8) {
      const int r = min(m0 + i / TK, rows - 1);
      *reinterpret_cast<uint4 *>(x_s + i) = *reinterpret_cast<const uint4 *>(
          x + static_cast<size_t>(r) * hidden + k0 + i % TK);
    }
  };
  auto load_w = [&](const T *w, T *tile, int k0) {
    const int i = threadIdx.x * 8;
    *reinterpret_cast<uint4 *>(tile + i) = *reinterpret_cast<const uint4 *>(
        w + static_cast<size_t>(k0 + i / TN) * cols + n0 + i % TN);
  };
  auto multiply = [&](const T *tile, auto &acc, const auto &a, int k) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> b;
      wmma::load_matrix_sync(b, tile + k * TN + j * 16, TN);
      wmma::mma_sync(acc[j], a, b, acc[j]);
    }
  };

  for (int k0 = 0; k0 < hidden; k0 += TK) {
    load_x(k0);
    load_w(gate, g_s, k0);
    load_w(up, u_s, k0);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> a;
      wmma::load_matrix_sync(a, x_s + warp * 16 * TK + k, TK);
      multiply(g_s, g_acc, a, k);
      multiply(u_s, u_acc, a, k);
    }
    __syncthreads();
  }

  for (int j = 0; j < 4; ++j) {
    wmma::store_matrix_sync(stage[warp][0], g_acc[j], 16, wmma::mem_row_major);
    wmma::store_matrix_sync(stage[warp][1], u_acc[j], 16, wmma::mem_row_major);
    __syncwarp();
    for (int e = lane; e < 256; e += 32) {
      const int row = m0 + warp * 16 + e / 16, col = n0 + j * 16 + e % 16;
      const float g = stage[warp][0][e], u = stage[warp][1][e];
      if (row < rows)
        out[static_cast<size_t>(row) * cols + col] =
            __float2bfloat16(g / (1.0f + __expf(-g)) * u);
    }
    __syncwarp();
  }
}

} // namespace

extern "C" void launch(const __nv_bfloat16 *x, const __nv_bfloat16 *gate,
                       const __nv_bfloat16 *up, __nv_bfloat16 *out, int rows,
                       int hidden, int cols) {
  swiglu<<<dim3(cols / TN, (rows + TM - 1) / TM), 256>>>(x, gate, up, out, rows,
                                                         hidden, cols);
}
