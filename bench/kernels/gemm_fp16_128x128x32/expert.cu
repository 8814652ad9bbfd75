// The fp16 GEMM by hand: cp.async into padded rows, several stages in dynamic
// shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 128, BN = 128, BK = 32;
constexpr int THREADS = 256;
constexpr int STAGES = 4;
constexpr int VEC = 16 / sizeof(half);
constexpr int LDA = BK + VEC, LDB = BN + VEC;

struct Stage {
  half A[BM][LDA];
  half B[BK][LDB];
};

__device__ __forceinline__ void load_tile(Stage &stage,
                                          const half *__restrict__ A,
                                          const half *__restrict__ B, int N,
                                          int K) {
#pragma unroll
  for (int i = 0; i < BM * BK / VEC / THREADS; ++i) {
    const int v = threadIdx.x + i * THREADS;
    const int r = v / (BK / VEC), c = v % (BK / VEC) * VEC;
    __pipeline_memcpy_async(&stage.A[r][c], &A[r * K + c], 16);
  }
#pragma unroll
  for (int i = 0; i < BK * BN / VEC / THREADS; ++i) {
    const int v = threadIdx.x + i * THREADS;
    const int r = v / (BN / VEC), c = v % (BN / VEC) * VEC;
    __pipeline_memcpy_async(&stage.B[r][c], &B[r * N + c], 16);
  }
}

__global__ void __launch_bounds__(THREADS)
    gemm_fp16(const half *__restrict__ A, const half *__restrict__ B,
              float *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(128) unsigned char shared[];
  Stage *stages = reinterpret_cast<Stage *>(shared);

  const int warp = threadIdx.x / 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int warp_row = warp / 4 * 64, warp_col = warp % 4 * 32;
  A += row0 * K;
  B += col0;

  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc[4][2];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  int k_load = 0;
  for (int s = 0; s < STAGES - 1; ++s, k_load += BK) {
    if (k_load < K)
      load_tile(stages[s], A + k_load, B + k_load * N, N, K);
    __pipeline_commit();
  }

  int read = 0, write = STAGES - 1;
  for (int k0 = 0; k0 < K; k0 += BK, k_load += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (k_load < K)
      load_tile(stages[write], A + k_load, B + k_load * N, N, K);
    __pipeline_commit();

    const Stage &tile = stages[read];
    for (int k = 0; k < BK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
      for (int i = 0; i < 4; ++i)
        wmma::load_matrix_sync(a[i], &tile.A[warp_row + i * 16][k], LDA);
      for (int j = 0; j < 2; ++j)
        wmma::load_matrix_sync(b[j], &tile.B[k][warp_col + j * 16], LDB);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    read = read + 1 == STAGES ? 0 : read + 1;
    write = write + 1 == STAGES ? 0 : write + 1;
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(
          &C[(row0 + warp_row + i * 16) * N + col0 + warp_col + j * 16],
          acc[i][j], N, wmma::mem_row_major);
}

extern "C" void launch(const half *A, const half *B, float *C, int M, int N,
                       int K) {
  constexpr int bytes = STAGES * sizeof(Stage);
  cudaFuncSetAttribute(gemm_fp16, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       bytes);
  gemm_fp16<<<dim3(N / BN, M / BM), THREADS, bytes>>>(A, B, C, M, N, K);
}
