// C = A * B^T in float by tf32 tensor cores (wmma 16 x 16 x 8): a block 128 x
// 256, four warps of 64 x 128, 16 of K at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 128;
constexpr int BN = 256;
constexpr int BK = 16;
constexpr int PAD = 4;
constexpr int THREADS = 128;
constexpr int WM = 64, WN = 128;
constexpr int FM = WM / 16, FN = WN / 16;

__global__ void sgemm_tf32(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
  __shared__ __align__(32) float As[BM][BK + PAD];
  __shared__ __align__(32) float Bs[BN][BK + PAD];

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

  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int i = 0; i < BM * BK / 4 / THREADS; ++i) {
      const int e = threadIdx.x + i * THREADS;
      const int r = e / (BK / 4), c = (e % (BK / 4)) * 4;
      *reinterpret_cast<float4 *>(&As[r][c]) =
          *reinterpret_cast<const float4 *>(&Ab[(size_t)r * K + k0 + c]);
    }
#pragma unroll
    for (int i = 0; i < BN * BK / 4 / THREADS; ++i) {
      const int e = threadIdx.x + i * THREADS;
      const int r = e / (BK / 4), c = (e % (BK / 4)) * 4;
      *reinterpret_cast<float4 *>(&Bs[r][c]) =
          *reinterpret_cast<const float4 *>(&Bb[(size_t)r * K + k0 + c]);
    }
    __syncthreads();

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
    __syncthreads();
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
  sgemm_tf32<<<dim3(N / BN, M / BM), THREADS>>>(A, B, C, M, N, K);
}
