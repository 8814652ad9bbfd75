// The int8 GEMM by hand: 16-byte cp.async into rows that are padded against
// bank conflicts, several stages. Matrices that 16 bytes do not fit take single
// bytes over the same stages.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32;
constexpr int THREADS = 128;
constexpr int STAGES = 4;
constexpr int LDA = BK + 16, LDB = BN + 16;

struct Stage {
  signed char A[BM][LDA];
  signed char B[BK][LDB];
};

template <bool Wide>
__device__ __forceinline__ void
load_tile(Stage &stage, const signed char *__restrict__ A,
          const signed char *__restrict__ B, int row0, int col0, int k0, int M,
          int N, int K) {
  const int tid = threadIdx.x;
  if constexpr (Wide) {
    // One vector of each tile a thread. K and N are multiples of 16: a vector
    // is inside or outside as a whole.
    const int ar = tid / 2, ac = tid % 2 * 16;
    const bool a_in = row0 + ar < M && k0 + ac < K;
    __pipeline_memcpy_async(&stage.A[ar][ac],
                            a_in ? &A[(row0 + ar) * K + k0 + ac] : A, 16,
                            a_in ? 0 : 16);
    const int br = tid / 4, bc = tid % 4 * 16;
    const bool b_in = k0 + br < K && col0 + bc < N;
    __pipeline_memcpy_async(&stage.B[br][bc],
                            b_in ? &B[(k0 + br) * N + col0 + bc] : B, 16,
                            b_in ? 0 : 16);
  } else {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      stage.A[r][c] =
          row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0;
    }
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int r = i / BN, c = i % BN;
      stage.B[r][c] =
          k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0;
    }
  }
}

template <bool Wide>
__global__ void __launch_bounds__(THREADS)
    gemm_int8(const signed char *__restrict__ A,
              const signed char *__restrict__ B, int *__restrict__ C, int M,
              int N, int K) {
  __shared__ __align__(128) Stage stages[STAGES];
  __shared__ __align__(32) int Cs[THREADS / 32][16][16];

  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int warp_row = warp / 2 * 32, warp_col = warp % 2 * 32;

  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0);

  int k_load = 0;
  for (int s = 0; s < STAGES - 1; ++s, k_load += BK) {
    if (k_load < K)
      load_tile<Wide>(stages[s], A, B, row0, col0, k_load, M, N, K);
    __pipeline_commit();
  }

  int read = 0, write = STAGES - 1;
  for (int k0 = 0; k0 < K; k0 += BK, k_load += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (k_load < K)
      load_tile<Wide>(stages[write], A, B, row0, col0, k_load, M, N, K);
    __pipeline_commit();

    const Stage &tile = stages[read];
    for (int k = 0; k < BK; k += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major>
          a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major>
          b[2];
      for (int i = 0; i < 2; ++i)
        wmma::load_matrix_sync(a[i], &tile.A[warp_row + i * 16][k], LDA);
      for (int j = 0; j < 2; ++j)
        wmma::load_matrix_sync(b[j], &tile.B[k][warp_col + j * 16], LDB);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    read = read + 1 == STAGES ? 0 : read + 1;
    write = write + 1 == STAGES ? 0 : write + 1;
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      wmma::store_matrix_sync(&Cs[warp][0][0], acc[i][j], 16,
                              wmma::mem_row_major);
      __syncwarp();
      for (int e = lane; e < 16 * 16; e += 32) {
        const int row = row0 + warp_row + i * 16 + e / 16;
        const int col = col0 + warp_col + j * 16 + e % 16;
        if (row < M && col < N)
          C[row * N + col] = Cs[warp][e / 16][e % 16];
      }
      __syncwarp();
    }
}

static bool fits16(const void *pointer, int pitch) {
  return reinterpret_cast<uintptr_t>(pointer) % 16 == 0 && pitch % 16 == 0;
}

extern "C" void launch(const signed char *A, const signed char *B, int *C,
                       int M, int N, int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  if (fits16(A, K) && fits16(B, N))
    gemm_int8<true><<<grid, THREADS>>>(A, B, C, M, N, K);
  else
    gemm_int8<false><<<grid, THREADS>>>(A, B, C, M, N, K);
}
