// The fp64 GEMM by hand: 16-byte cp.async with zero fill, two stages, rows of B
// skewed against bank conflicts. Matrices that 16 bytes do not fit are copied
// in eights.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cuda_pipeline.h>

constexpr int BM = 64, BN = 64, BK = 16;
constexpr int TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);
constexpr int STAGES = 2;
constexpr int WIDE = 16 / sizeof(double);

/// Where column \p c of a tile of B is: two doubles are left out after every
/// 16, so that 16-byte reads four doubles apart meet no bank twice.
__host__ __device__ constexpr int skewed(int c) { return c + c / 16 * 2; }

struct Stage {
  double A[BM][BK];
  double B[BK][skewed(BN)];
};

/// Copies of VEC elements; of one if rows are not aligned.
template <int VEC>
__device__ __forceinline__ void
load_tile(Stage &stage, const double *__restrict__ A,
          const double *__restrict__ B, int row0, int col0, int k0, int M,
          int N, int K) {
#pragma unroll
  for (int i = 0; i < BM * BK / VEC / THREADS; ++i) {
    const int v = threadIdx.x + i * THREADS;
    const int r = v / (BK / VEC), c = v % (BK / VEC) * VEC;
    const bool in = row0 + r < M && k0 + c < K;
    __pipeline_memcpy_async(
        &stage.A[r][c], in ? &A[(row0 + r) * K + k0 + c] : A,
        VEC * sizeof(double), in ? 0 : VEC * sizeof(double));
  }
#pragma unroll
  for (int i = 0; i < BK * BN / VEC / THREADS; ++i) {
    const int v = threadIdx.x + i * THREADS;
    const int r = v / (BN / VEC), c = v % (BN / VEC) * VEC;
    const bool in = k0 + r < K && col0 + c < N;
    __pipeline_memcpy_async(
        &stage.B[r][skewed(c)], in ? &B[(k0 + r) * N + col0 + c] : B,
        VEC * sizeof(double), in ? 0 : VEC * sizeof(double));
  }
}

template <int VEC>
__global__ void __launch_bounds__(THREADS)
    dgemm(const double *__restrict__ A, const double *__restrict__ B,
          double *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(128) unsigned char shared[];
  Stage *stages = reinterpret_cast<Stage *>(shared);

  const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  double acc[TM][TN] = {};

  int k_load = 0;
  for (int s = 0; s < STAGES - 1; ++s, k_load += BK) {
    if (k_load < K)
      load_tile<VEC>(stages[s], A, B, row0, col0, k_load, M, N, K);
    __pipeline_commit();
  }

  int read = 0, write = STAGES - 1;
  for (int k0 = 0; k0 < K; k0 += BK, k_load += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();
    if (k_load < K)
      load_tile<VEC>(stages[write], A, B, row0, col0, k_load, M, N, K);
    __pipeline_commit();

    const Stage &tile = stages[read];
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      double a[TM], b[TN];
      for (int i = 0; i < TM; ++i)
        a[i] = tile.A[ty * TM + i][k];
      for (int j = 0; j < TN; ++j)
        b[j] = tile.B[k][skewed(tx * TN) + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] += a[i] * b[j];
    }
    read = read + 1 == STAGES ? 0 : read + 1;
    write = write + 1 == STAGES ? 0 : write + 1;
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      const int row = row0 + ty * TM + i, col = col0 + tx * TN + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}

static bool fits16(const void *pointer, int pitch) {
  return reinterpret_cast<uintptr_t>(pointer) % 16 == 0 && pitch % WIDE == 0;
}

extern "C" void launch(const double *A, const double *B, double *C, int M,
                       int N, int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  constexpr int bytes = STAGES * sizeof(Stage);
  auto kernel = fits16(A, K) && fits16(B, N) ? dgemm<WIDE> : dgemm<1>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       bytes);
  kernel<<<grid, THREADS, bytes>>>(A, B, C, M, N, K);
}
