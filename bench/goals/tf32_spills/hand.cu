// By hand: cp.async, HAND_STAGES stages. C = A * B^T in float by tf32 tensor
// cores (wmma 16 x 16 x 8): a block 128 x 128, four warps of 64 x 64, 32 of K
// at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 128;
constexpr int BN = 128;
constexpr int BK = 32;
constexpr int PAD = 4;
constexpr int THREADS = 128;
constexpr int WM = 64, WN = 64;
constexpr int FM = WM / 16, FN = WN / 16;

__global__ void sgemm_tf32(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
  constexpr int S = HAND_STAGES;
  extern __shared__ __align__(128) float smem[];
  using Tile = float[BM][BK + PAD];
  Tile *A_stages = reinterpret_cast<Tile *>(smem), *B_stages = A_stages + S;

  const int warp = threadIdx.x / 32;
  const int wm = (warp / 2) * WM;
  const int wn = (warp % 2) * WN;
  const float *Ab = A + (size_t)blockIdx.y * BM * K;
  const float *Bb = B + (size_t)blockIdx.x * BN * K;

  wmma::fragment<wmma::accumulator, 16, 16, 8, float> acc[FM][FN];
#pragma unroll
  for (int i = 0; i < FM; ++i)
#pragma unroll
    for (int j = 0; j < FN; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  const int r = threadIdx.x / (BK / 4), c = threadIdx.x % (BK / 4) * 4;
  const float *pa = Ab + (size_t)r * K + c, *pb = Bb + (size_t)r * K + c;
  auto load = [&](int s) {
#pragma unroll
    for (int i = 0; i < BM * BK / 4 / THREADS; ++i)
      __pipeline_memcpy_async(&A_stages[s][r + i * 16][c],
                              pa + (size_t)i * 16 * K, 16);
#pragma unroll
    for (int i = 0; i < BN * BK / 4 / THREADS; ++i)
      __pipeline_memcpy_async(&B_stages[s][r + i * 16][c],
                              pb + (size_t)i * 16 * K, 16);
    pa += BK;
    pb += BK;
  };
  const int trips = (K + BK - 1) / BK;
  for (int s = 0; s < S - 1; ++s) {
    if (s < trips)
      load(s);
    __pipeline_commit();
  }
  int stage = 0, fill = S - 1;
#pragma unroll 1
  for (int t = 0; t < trips; ++t) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (t + S - 1 < trips)
      load(fill);
    __pipeline_commit();
    Tile &As = A_stages[stage], &Bs = B_stages[stage];
#pragma unroll
    for (int kk = 0; kk < BK; kk += 8) {
      wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                     wmma::row_major>
          a[FM];
      wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32,
                     wmma::col_major>
          b[FN];
#pragma unroll
      for (int i = 0; i < FM; ++i) {
        wmma::load_matrix_sync(a[i], &As[wm + i * 16][kk], BK + PAD);
#pragma unroll
        for (int t = 0; t < a[i].num_elements; ++t)
          a[i].x[t] = wmma::__float_to_tf32(a[i].x[t]);
      }
#pragma unroll
      for (int j = 0; j < FN; ++j) {
        wmma::load_matrix_sync(b[j], &Bs[wn + j * 16][kk], BK + PAD);
#pragma unroll
        for (int t = 0; t < b[j].num_elements; ++t)
          b[j].x[t] = wmma::__float_to_tf32(b[j].x[t]);
      }
#pragma unroll
      for (int i = 0; i < FM; ++i)
#pragma unroll
        for (int j = 0; j < FN; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    stage = stage + 1 == S ? 0 : stage + 1;
    fill = fill + 1 == S ? 0 : fill + 1;
  }

  float *Cb = C + (size_t)(blockIdx.y * BM + wm) * N + blockIdx.x * BN + wn;
#pragma unroll
  for (int i = 0; i < FM; ++i)
#pragma unroll
    for (int j = 0; j < FN; ++j)
      wmma::store_matrix_sync(Cb + (size_t)(i * 16) * N + j * 16, acc[i][j], N,
                              wmma::mem_row_major);
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  const int bytes = HAND_STAGES * (BM + BN) * (BK + PAD) * 4;
  static bool once =
      (cudaFuncSetAttribute(sgemm_tf32,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
       true);
  (void)once;
  sgemm_tf32<<<dim3(N / BN, M / BM), THREADS, bytes>>>(A, B, C, M, N, K);
}
