// Big tiles of bfloat16 for few blocks: 256 x 128 x 96 in 78 KB of dynamic
// shared memory, 16 warps of 64 x 32.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_bf16.h>
#include <mma.h>

using bf16 = __nv_bfloat16;

struct BigTile {
  static constexpr int kM = 256, kN = 128, kK = 96;
  static constexpr int kLd = kK + 8;
  static constexpr int kThreads = 512;
  static constexpr int kBytes = (kM + kN) * kLd * int(sizeof(bf16));
};

template <int kRows, class T>
__device__ inline void stage(bf16 *to, const bf16 *from, int ld) {
  constexpr int kChunks = T::kK / 8;
  for (int i = threadIdx.x; i < kRows * kChunks; i += T::kThreads) {
    const int r = i / kChunks, c = i % kChunks * 8;
    *reinterpret_cast<float4 *>(to + r * T::kLd + c) =
        *reinterpret_cast<const float4 *>(from + static_cast<size_t>(r) * ld +
                                          c);
  }
}

template <class T>
__global__ void __launch_bounds__(T::kThreads, 1)
    gemm_big(const bf16 *__restrict__ A, const bf16 *__restrict__ B,
             float *__restrict__ C, int N, int K) {
  using namespace nvcuda::wmma;
  extern __shared__ float4 storage[];
  bf16 *a_tile = reinterpret_cast<bf16 *>(storage);
  bf16 *b_tile = a_tile + T::kM * T::kLd;

  const int warp = threadIdx.x / 32;
  const int row = warp / 4 * 64, col = warp % 4 * 32;
  A += static_cast<size_t>(blockIdx.y) * T::kM * K;
  B += static_cast<size_t>(blockIdx.x) * T::kN * K;

  fragment<accumulator, 16, 16, 16, float> c[4][2];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      fill_fragment(c[i][j], 0.0f);

  for (int k0 = 0; k0 < K; k0 += T::kK) {
    stage<T::kM, T>(a_tile, A + k0, K);
    stage<T::kN, T>(b_tile, B + k0, K);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < T::kK; k += 16) {
      fragment<matrix_a, 16, 16, 16, bf16, row_major> a[4];
      fragment<matrix_b, 16, 16, 16, bf16, col_major> b[2];
      for (int i = 0; i < 4; ++i)
        load_matrix_sync(a[i], a_tile + (row + i * 16) * T::kLd + k, T::kLd);
      for (int j = 0; j < 2; ++j)
        load_matrix_sync(b[j], b_tile + (col + j * 16) * T::kLd + k, T::kLd);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          mma_sync(c[i][j], a[i], b[j], c[i][j]);
    }
    __syncthreads();
  }

  C += static_cast<size_t>(blockIdx.y * T::kM + row) * N + blockIdx.x * T::kN +
       col;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      store_matrix_sync(C + static_cast<size_t>(i * 16) * N + j * 16, c[i][j],
                        N, mem_row_major);
}

extern "C" void launch(const bf16 *A, const bf16 *B, float *C, int M, int N,
                       int K) {
  cudaFuncSetAttribute(gemm_big<BigTile>,
                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                       BigTile::kBytes);
  dim3 grid(N / BigTile::kN, M / BigTile::kM);
  gemm_big<BigTile><<<grid, BigTile::kThreads, BigTile::kBytes>>>(A, B, C, N,
                                                                  K);
}
