// Bytes, loaded one by one with zero fill, for tensor cores: 64 x 64 x 32.
//

#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32, THREADS = 128;

__global__ void wmma_bytes(const signed char *__restrict__ A,
                           const signed char *__restrict__ B,
                           int *__restrict__ C, int M, int N, int K) {
  // Rows are 16 bytes longer: no bank conflicts.
  __shared__ alignas(32) signed char As_stages[2][BM][BK + 16];
  __shared__ alignas(32) signed char Bs_stages[2][BN][BK + 16]; // B is transposed
  __shared__ int Cs[BM][BN];

  const int tid = threadIdx.x, warp = tid / 32;
  const int wm = warp / 2 * 32, wn = warp % 2 * 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  wmma::fragment<wmma::accumulator, 16, 16, 16, int> acc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::fill_fragment(acc[i][j], 0);

  // The next tile, in registers.
  constexpr int AS_LOADS = BM * BK / THREADS;
  constexpr int BS_LOADS = BN * BK / THREADS;
  signed char next_As[AS_LOADS], next_Bs[BS_LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k0) {
    #pragma unroll
    for (int n = 0; n < AS_LOADS; ++n) {
      const int i = tid + n * THREADS;
      if (i < BM * BK) {
        const int r = i / BK, c = i % BK;
        next_As[n] =
            row0 + r < M && k0 + c < K
                ? A[(row0 + r) * K + k0 + c] : (signed char)0;
      }
    }
    #pragma unroll
    for (int n = 0; n < BS_LOADS; ++n) {
      const int i = tid + n * THREADS;
      if (i < BN * BK) {
        const int r = i / BK, c = i % BK;
        next_Bs[n] =
            col0 + r < N && k0 + c < K
                ? B[(col0 + r) * K + k0 + c] : (signed char)0;
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k0 = 0; k0 < K; k0 += BK) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    #pragma unroll
    for (int n = 0; n < AS_LOADS; ++n) {
      const int i = tid + n * THREADS;
      if (i < BM * BK) {
        const int r = i / BK, c = i % BK;
        As[r][c] = next_As[n];
      }
    }
    #pragma unroll
    for (int n = 0; n < BS_LOADS; ++n) {
      const int i = tid + n * THREADS;
      if (i < BN * BK) {
        const int r = i / BK, c = i % BK;
        Bs[r][c] = next_Bs[n];
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      fetch_tile(k0 + BK);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int kk = 0; kk < BK; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b[2];
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(a[i], &As[wm + i * 16][kk], BK + 16);
        wmma::load_matrix_sync(b[i], &Bs[wn + i * 16][kk], BK + 16);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
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
