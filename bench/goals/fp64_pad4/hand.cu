// By hand: cp.async, HAND_STAGES stages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_pipeline.h>
// DGEMM on tensor cores: C = A * B, wmma m8n8k4. 64 x 64 x 16, four warps of 32
// x 32.
#include <mma.h>

using namespace nvcuda;

namespace {
constexpr int kBlockM = 64;
constexpr int kBlockN = 64;
constexpr int kBlockK = 16;
constexpr int kPad = HAND_PAD;
constexpr int kThreads = 128;
} // namespace

__global__ void __launch_bounds__(kThreads)
    dgemm_wmma(const double *__restrict__ A, const double *__restrict__ B,
               double *__restrict__ C, int M, int N, int K) {
  constexpr int S = HAND_STAGES;
  extern __shared__ __align__(128) double smem[];
  using TileA = double[kBlockM][kBlockK + kPad];
  using TileB = double[kBlockK][kBlockN + kPad];
  TileA *A_stages = reinterpret_cast<TileA *>(smem);
  TileB *B_stages = reinterpret_cast<TileB *>(A_stages + S);

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

  const int ar = threadIdx.x / 8, ac = threadIdx.x % 8 * 2,
            br = threadIdx.x / 32, bc = threadIdx.x % 32 * 2;
  const double *pa = A + (size_t)(rowBase + ar) * K + ac,
               *pb = B + (size_t)br * N + colBase + bc;
  auto load = [&](int s) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      __pipeline_memcpy_async(&A_stages[s][ar + 16 * i][ac],
                              pa + (size_t)i * 16 * K, 16);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      __pipeline_memcpy_async(&B_stages[s][br + 4 * i][bc],
                              pb + (size_t)i * 4 * N, 16);
    pa += kBlockK;
    pb += (size_t)kBlockK * N;
  };
  const int trips = (K + kBlockK - 1) / kBlockK;
  for (int s = 0; s < S - 1; ++s) {
    if (s < trips)
      load(s);
    __pipeline_commit();
  }
  int stage = 0, fill = S - 1;
#pragma unroll 1
  for (int trip = 0; trip < trips; ++trip) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (trip + S - 1 < trips)
      load(fill);
    __pipeline_commit();
    TileA &As = A_stages[stage];
    TileB &Bs = B_stages[stage];
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
    stage = stage + 1 == S ? 0 : stage + 1;
    fill = fill + 1 == S ? 0 : fill + 1;
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
  const int bytes = HAND_STAGES *
                    (kBlockM * (kBlockK + kPad) + kBlockK * (kBlockN + kPad)) *
                    8;
  static bool once =
      (cudaFuncSetAttribute(dgemm_wmma,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
       true);
  (void)once;
  dgemm_wmma<<<grid, kThreads, bytes>>>(A, B, C, M, N, K);
}
