// SGEMM with 8 x 8 results a thread: threads read 16 bytes each, 32 apart. The
// rows of B are skewed, those of A, read by two rows of threads, stay.
//

constexpr int BM = 64, BN = 128, BK = 8;
constexpr int TM = 8, TN = 8;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    sgemm(const float *__restrict__ A, const float *__restrict__ B,
          float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][BK][BM];
  // Columns of Bs are skewed: no bank conflicts.
  constexpr auto skewed = [](int column) { return column + column / 32 * 4; };
  __shared__ alignas(16) float Bs_stages[2][BK][skewed(BN)];

  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int a_row = tid / 2, a_col = tid % 2 * 4;
  const int b_row = tid / 32, b_col = tid % 32 * 4;

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM][TN] = {};
  float a_frag[TM], b_frag[TN];

  // The next tile, in registers.
  constexpr int LOADS = BK / (THREADS / 32);
  float4 a, next_Bs[LOADS];

  // Loads one tile into registers, and moves A and B on.
  auto fetch_tile = [&] {
    a = *reinterpret_cast<const float4 *>(&A[a_row * K + a_col]);
#pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int r = b_row + n * (THREADS / 32);
      next_Bs[n] = *reinterpret_cast<const float4 *>(&B[r * N + b_col]);
    }

    A += BK;
    B += BK * N;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile();

  for (int k0 = 0; k0 < K; k0 += BK) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[a_col + 0][a_row] = a.x;
    As[a_col + 1][a_row] = a.y;
    As[a_col + 2][a_row] = a.z;
    As[a_col + 3][a_row] = a.w;
#pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int r = b_row + n * (THREADS / 32);
      *reinterpret_cast<float4 *>(&Bs[r][skewed(b_col)]) = next_Bs[n];
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

#pragma unroll
    for (int k = 0; k < BK; ++k) {
#pragma unroll
      for (int i = 0; i < TM; ++i)
        a_frag[i] = As[k][ty * TM + i];
#pragma unroll
      for (int j = 0; j < TN; ++j)
        b_frag[j] = Bs[k][skewed(tx * TN) + j];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] = fmaf(a_frag[i], b_frag[j], acc[i][j]);
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(ty * TM + i) * N + tx * TN + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  sgemm<<<dim3(N / BN, M / BM), THREADS>>>(A, B, C, M, N, K);
}
