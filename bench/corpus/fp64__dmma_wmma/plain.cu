// C = A * B in double on tensor cores (8 x 8 x 4): 64 x 64 x 16 a block, eight
// warps of 16 x 32, whole tiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <mma.h>

using namespace nvcuda::wmma;

constexpr int BLK = 64;
constexpr int KB = 16;
constexpr int APAD = 4, BPAD = 4;

__global__ void dgemm_tensor(const double *A, const double *B, double *C, int M,
                             int N, int K) {
  __shared__ __align__(32) double sA[BLK * (KB + APAD)];
  __shared__ __align__(32) double sB[KB * (BLK + BPAD)];

  const int warp = threadIdx.y;
  const int lane = threadIdx.x;
  const int t = warp * 32 + lane;
  const int mi = (warp >> 1) * 16, ni = (warp & 1) * 32;
  const int bm = blockIdx.x * BLK, bn = blockIdx.y * BLK;

  fragment<accumulator, 8, 8, 4, double> c[2][4];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      fill_fragment(c[i][j], 0.0);

  for (int kt = 0; kt < K / KB; ++kt) {
    for (int i = t; i < BLK * KB; i += 256) {
      const int ar = i / KB, ac = i % KB;
      sA[ar * (KB + APAD) + ac] = A[(size_t)(bm + ar) * K + kt * KB + ac];
      const int br = i / BLK, bc = i % BLK;
      sB[br * (BLK + BPAD) + bc] = B[(size_t)(kt * KB + br) * N + bn + bc];
    }
    __syncthreads();

    for (int k = 0; k < KB; k += 4) {
      fragment<matrix_a, 8, 8, 4, double, row_major> a[2];
      fragment<matrix_b, 8, 8, 4, double, row_major> b[4];
      for (int i = 0; i < 2; ++i)
        load_matrix_sync(a[i], &sA[(mi + 8 * i) * (KB + APAD) + k], KB + APAD);
      for (int j = 0; j < 4; ++j)
        load_matrix_sync(b[j], &sB[k * (BLK + BPAD) + ni + 8 * j], BLK + BPAD);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 4; ++j)
          mma_sync(c[i][j], a[i], b[j], c[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      store_matrix_sync(&C[(size_t)(bm + mi + 8 * i) * N + bn + ni + 8 * j],
                        c[i][j], N, mem_row_major);
}

extern "C" void launch(const double *A, const double *B, double *C, int M,
                       int N, int K) {
  dgemm_tensor<<<dim3(M / BLK, N / BLK), dim3(32, 8)>>>(A, B, C, M, N, K);
}
