// Flat tiles whose elements are counted through: rows are longer all the same, as the
// fragments name them. A byte goes to its row and column, by the names that they have
// there, or worked out.
//
// RUN: %rewrite_and_run cpasync,ldg wmma_bytes --pad=16 --widen=auto
// RUN: FileCheck %s < %t.cpasync.cu
// CHECK: constexpr int As_pitch = BK + 16;
// CHECK: signed char As_stages[{{.*}}][BM * As_pitch];
// CHECK: As[r * As_pitch + c] = row0 + r < M
// CHECK: Bs[i / BK * Bs_pitch + i % BK] = col0 + i / BK < N
// CHECK: wmma::load_matrix_sync(a[i], &As[(wm + i * 16) * As_pitch + kk], As_pitch);

#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32, THREADS = 128;

__global__ void wmma_bytes(const signed char *__restrict__ A,
                           const signed char *__restrict__ B,
                           int *__restrict__ C, int M, int N, int K) {
  __shared__ signed char As[BM * BK];
  __shared__ signed char Bs[BN * BK]; // B is transposed
  __shared__ int Cs[BM][BN];

  const int tid = threadIdx.x, warp = tid / 32;
  const int wm = warp / 2 * 32, wn = warp % 2 * 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0);

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += THREADS) {
      const int r = i / BK, c = i % BK;
      As[i] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0;
    }
    for (int i = tid; i < BN * BK; i += THREADS) {
      Bs[i] = col0 + i / BK < N && k0 + i % BK < K
                  ? B[(col0 + i / BK) * K + k0 + i % BK]
                  : 0;
    }
    __syncthreads();

    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b[2];
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(a[i], &As[(wm + i * 16) * BK + kk], BK);
        wmma::load_matrix_sync(b[i], &Bs[(wn + i * 16) * BK + kk], BK);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(&Cs[wm + i * 16][wn + j * 16], acc[i][j], BN,
                              wmma::mem_row_major);
  __syncthreads();
  for (int i = tid; i < BM * BN; i += THREADS)
    if (row0 + i / BN < M && col0 + i % BN < N)
      C[(row0 + i / BN) * N + col0 + i % BN] = Cs[i / BN][i % BN];
}

void launch(const signed char *A, const signed char *B, int *C, int M, int N,
            int K) {
  wmma_bytes<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), THREADS>>>(A, B, C, M,
                                                                     N, K);
}
