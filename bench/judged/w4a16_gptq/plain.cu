// Half activations times four-bit weights, eight along K in a word, with a
// scale and a zero for each group of 128 (GPTQ's layout): weights become half
// on their way into the tile, tensor cores do the rest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

namespace {

constexpr int kGroup = 128;
constexpr int kTileM = 64, kTileN = 64, kTileK = 32;
constexpr int kThreads = 128;
constexpr int kPadK = kTileK + 8, kPadN = kTileN + 8;

__device__ inline half dequantise(unsigned word, int i, int zero, half scale) {
  const int q = static_cast<int>((word >> (4 * i)) & 0xfu) - zero;
  return __hmul(__int2half_rn(q), scale);
}

__global__ void __launch_bounds__(kThreads)
    w4a16_kernel(const half *__restrict__ x, const unsigned *__restrict__ qw,
                 const half *__restrict__ scales,
                 const unsigned *__restrict__ zeros, half *__restrict__ y,
                 int M, int N, int K) {
  __shared__ __align__(32) half xs[kTileM][kPadK];
  __shared__ __align__(32) half ws[kTileK][kPadN];
  __shared__ __align__(32) float staging[kThreads / 32][16][20];

  const int tid = threadIdx.x, warp = tid / 32, lane = tid % 32;
  const int m0 = blockIdx.y * kTileM, n0 = blockIdx.x * kTileN;
  const int wm = warp / 2 * 32, wn = warp % 2 * 32;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][2];
#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  for (int k0 = 0; k0 < K; k0 += kTileK) {
    // Activations: four lanes a row.
#pragma unroll
    for (int r = tid / 4; r < kTileM; r += kThreads / 4) {
      const int c = tid % 4 * 8;
      uint4 v = make_uint4(0, 0, 0, 0);
      if (m0 + r < M)
        v = *reinterpret_cast<const uint4 *>(
            x + static_cast<size_t>(m0 + r) * K + k0 + c);
      *reinterpret_cast<uint4 *>(&xs[r][c]) = v;
    }
    // Weights: a word is eight rows of one column.
#pragma unroll
    for (int i = tid; i < kTileK / 8 * kTileN; i += kThreads) {
      const int n = i % kTileN, word_row = i / kTileN;
      const int group = k0 / kGroup;
      const unsigned word =
          qw[static_cast<size_t>(k0 / 8 + word_row) * N + n0 + n];
      const half scale = scales[static_cast<size_t>(group) * N + n0 + n];
      const unsigned packed =
          zeros[static_cast<size_t>(group) * (N / 8) + (n0 + n) / 8];
      const int zero = ((packed >> (4 * (n % 8))) & 0xf) + 1;
#pragma unroll
      for (int e = 0; e < 8; ++e)
        ws[word_row * 8 + e][n] = dequantise(word, e, zero, scale);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < kTileK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(a[i], &xs[wm + 16 * i][k], kPadK);
        wmma::load_matrix_sync(b[i], &ws[k][wn + 16 * i], kPadN);
      }
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      wmma::store_matrix_sync(&staging[warp][0][0], acc[i][j], 20,
                              wmma::mem_row_major);
      __syncwarp();
      for (int e = lane; e < 256; e += 32) {
        const int m = m0 + wm + 16 * i + e / 16, n = n0 + wn + 16 * j + e % 16;
        if (m < M)
          y[static_cast<size_t>(m) * N + n] =
              __float2half(staging[warp][e / 16][e % 16]);
      }
      __syncwarp();
    }
}

} // namespace

extern "C" void launch(const half *x, const unsigned *qw, const half *scales,
                       const unsigned *zeros, half *y, int M, int N, int K) {
  const dim3 grid(N / kTileN, (M + kTileM - 1) / kTileM);
  w4a16_kernel<<<grid, kThreads>>>(x, qw, scales, zeros, y, M, N, K);
}
