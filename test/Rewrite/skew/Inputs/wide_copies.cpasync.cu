// DGEMM, one element a load, zeros behind the edges: copies of 16 bytes go to
// skewed columns, and so do those of one element that are made where the rows
// of a matrix are odd.
//

#include <cuda_pipeline.h>

constexpr int BM = 16, BN = 64, BK = 8;
constexpr int TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    dgemm(const double *__restrict__ A, const double *__restrict__ B,
          double *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) double As_stages[2][BM][BK];
  // Columns of Bs are skewed: no bank conflicts.
  constexpr auto skewed = [](int column) { return column + column / 16 * 2; };
  __shared__ alignas(16) double Bs_stages[2][BK][skewed(BN)];

  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  double acc[TM][TN] = {};

  static_assert(BK % 2 == 0, "rows are copied 2 elements at a time");
  static_assert(BN % 2 == 0, "rows are copied 2 elements at a time");
  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
                           reinterpret_cast<size_t>(B) % 16 == 0 &&
                           K % 2 == 0 && N % 2 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (wide_copies) {
      {
        const int r = tid / (BK / 2), c = tid % (BK / 2) * 2;
        __pipeline_memcpy_async(&As[r][c], &A[(row0 + r) * K + k0 + c], 16,
                                (row0 + r < M && k0 + c < K) ? 0 : 16);
      }
#pragma unroll
      for (int i = 0; i < BK * BN / 2; i += THREADS) {
        const int r = (i + tid) / (BN / 2), c = (i + tid) % (BN / 2) * 2;
        __pipeline_memcpy_async(&Bs[r][skewed(c)], &B[(k0 + r) * N + col0 + c],
                                16, (k0 + r < K && col0 + c < N) ? 0 : 16);
      }
    } else {
      for (int i = tid; i < BM * BK; i += THREADS) {
        const int r = i / BK, c = i % BK;
        __pipeline_memcpy_async(
            &As[r][c], &A[(row0 + r) * K + k0 + c], sizeof(double),
            (row0 + r < M && k0 + c < K) ? 0 : sizeof(double));
      }
      for (int i = tid; i < BK * BN; i += THREADS) {
        const int r = i / BN, c = i % BN;
        __pipeline_memcpy_async(
            &Bs[r][skewed(c)], &B[(k0 + r) * N + col0 + c], sizeof(double),
            (k0 + r < K && col0 + c < N) ? 0 : sizeof(double));
      }
    }
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (K > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int k0 = 0; k0 < K; k0 += BK) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      load_tile(stage ^ 1, k0 + BK);
    __pipeline_commit();

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      double a[TM], b[TN];
      for (int i = 0; i < TM; ++i)
        a[i] = As[ty * TM + i][k];
      for (int j = 0; j < TN; ++j)
        b[j] = Bs[k][skewed(tx * TN) + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] = fma(a[i], b[j], acc[i][j]);
    }

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j) {
      const int row = row0 + ty * TM + i, col = col0 + tx * TN + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}

void launch(const double *A, const double *B, double *C, int M, int N, int K) {
  const dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
  dgemm<<<grid, THREADS>>>(A, B, C, M, N, K);
}
