// C = A * B in bfloat16: 128 x 256 results a block and tiles of 128 in depth,
// 104 KB of shared memory, sixteen warps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;
using bf16 = __nv_bfloat16;

template <int M, int N, int K> struct SharedTiles {
  alignas(128) bf16 a[M][K + 16];
  alignas(128) bf16 b[K][N + 16];
};

constexpr int BM = 128, BN = 256, BK = 128;
using Tiles = SharedTiles<BM, BN, BK>;

__global__ void __launch_bounds__(512, 1)
    gemm_large(const bf16 *__restrict__ A, const bf16 *__restrict__ B,
               float *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(128) unsigned char raw[];
  Tiles &tiles = *reinterpret_cast<Tiles *>(raw);

  const int warp = threadIdx.x / 32;
  const int wm = warp / 4 * 32, wn = warp % 4 * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[2][4];
#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  const bf16 *a_block = A + static_cast<size_t>(blockIdx.y) * BM * K;
  const bf16 *b_block = B + blockIdx.x * BN;

  for (int k0 = 0; k0 < K; k0 += BK, a_block += BK, b_block += BK * N) {
#pragma unroll 4
    for (int i = threadIdx.x; i < BM * BK / 8; i += 512) {
      const int r = i / (BK / 8), c = i % (BK / 8) * 8;
      *reinterpret_cast<int4 *>(&tiles.a[r][c]) =
          *reinterpret_cast<const int4 *>(a_block + static_cast<size_t>(r) * K +
                                          c);
    }
#pragma unroll 4
    for (int i = threadIdx.x; i < BK * BN / 8; i += 512) {
      const int r = i / (BN / 8), c = i % (BN / 8) * 8;
      *reinterpret_cast<int4 *>(&tiles.b[r][c]) =
          *reinterpret_cast<const int4 *>(b_block + static_cast<size_t>(r) * N +
                                          c);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, bf16, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, bf16, wmma::row_major> b[4];
#pragma unroll
      for (int i = 0; i < 2; ++i)
        wmma::load_matrix_sync(a[i], &tiles.a[wm + i * 16][k], BK + 16);
#pragma unroll
      for (int j = 0; j < 4; ++j)
        wmma::load_matrix_sync(b[j], &tiles.b[k][wn + j * 16], BN + 16);
#pragma unroll
      for (int i = 0; i < 2; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      wmma::store_matrix_sync(
          C + static_cast<size_t>(blockIdx.y * BM + wm + i * 16) * N +
              blockIdx.x * BN + wn + j * 16,
          acc[i][j], N, wmma::mem_row_major);
}

extern "C" void launch(const bf16 *A, const bf16 *B, float *C, int M, int N,
                       int K) {
  cudaFuncSetAttribute(gemm_large, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(sizeof(Tiles)));
  gemm_large<<<dim3(N / BN, M / BM), 512, sizeof(Tiles)>>>(A, B, C, M, N, K);
}
