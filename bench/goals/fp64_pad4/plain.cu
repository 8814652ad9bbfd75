// DGEMM on tensor cores: C = A * B, wmma m8n8k4. 64 x 64 x 16, four warps of 32
// x 32.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <mma.h>

using namespace nvcuda;

namespace {
constexpr int kBlockM = 64;
constexpr int kBlockN = 64;
constexpr int kBlockK = 16;
constexpr int kPad = 4;
constexpr int kThreads = 128;
} // namespace

__global__ void __launch_bounds__(kThreads)
    dgemm_wmma(const double *__restrict__ A, const double *__restrict__ B,
               double *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(32) double As[kBlockM][kBlockK + kPad];
  __shared__ __align__(32) double Bs[kBlockK][kBlockN + kPad];

  const int warp = threadIdx.x / 32;
  const int warpRow = (warp / 2) * 32;
  const int warpCol = (warp % 2) * 32;
  const int rowBase = blockIdx.y * kBlockM;
  const int colBase = blockIdx.x * kBlockN;

  wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc[4][4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      wmma::fill_fragment(acc[i][j], 0.0);

  for (int k0 = 0; k0 < K; k0 += kBlockK) {
    for (int i = threadIdx.x; i < kBlockM * kBlockK / 2; i += kThreads) {
      const int r = i / (kBlockK / 2);
      const int c = i % (kBlockK / 2) * 2;
      *reinterpret_cast<double2 *>(&As[r][c]) =
          *reinterpret_cast<const double2 *>(
              &A[(size_t)(rowBase + r) * K + k0 + c]);
    }
    for (int i = threadIdx.x; i < kBlockK * kBlockN / 2; i += kThreads) {
      const int r = i / (kBlockN / 2);
      const int c = i % (kBlockN / 2) * 2;
      *reinterpret_cast<double2 *>(&Bs[r][c]) =
          *reinterpret_cast<const double2 *>(
              &B[(size_t)(k0 + r) * N + colBase + c]);
    }
    __syncthreads();

#pragma unroll
    for (int kk = 0; kk < kBlockK; kk += 4) {
      wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a[4];
      wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        wmma::load_matrix_sync(a[i], &As[warpRow + i * 8][kk], kBlockK + kPad);
        wmma::load_matrix_sync(b[i], &Bs[kk][warpCol + i * 8], kBlockN + kPad);
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j)
      wmma::store_matrix_sync(&C[(size_t)(rowBase + warpRow + i * 8) * N +
                                 colBase + warpCol + j * 8],
                              acc[i][j], N, wmma::mem_row_major);
}

extern "C" void launch(const double *A, const double *B, double *C, int M,
                       int N, int K) {
  dim3 grid(N / kBlockN, M / kBlockM);
  dgemm_wmma<<<grid, kThreads>>>(A, B, C, M, N, K);
}
