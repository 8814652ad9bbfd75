// Two tiles cut from one array at a constant offset: the second stage is a
// copy of both, and the launch pays for it.
//

constexpr int BM = 64, BN = 64, BK = 8, TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float smem[];
  float *As = smem;           // BM x BK
  float *Bs = smem + BM * BK; // BK x BN

  const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM][TN] = {};

  // From one stage of the tiles to the next.
  constexpr int stage_size = BM * BK + BK * BN;
  auto *const As_stages = As;
  auto *const Bs_stages = Bs;

  // The next tile, in registers.
  constexpr int AS_LOADS = BM * BK / THREADS;
  constexpr int BS_LOADS = BK * BN / THREADS;
  float next_As[AS_LOADS], next_Bs[BS_LOADS];

  // Loads one tile into registers, and moves A and B on.
  auto fetch_tile = [&] {
    // Load one tile of A and one of B.
    #pragma unroll
    for (int n = 0; n < AS_LOADS; ++n) {
      const int i = threadIdx.x + n * THREADS;
      next_As[n] = A[i / BK * K + i % BK];
    }
    #pragma unroll
    for (int n = 0; n < BS_LOADS; ++n) {
      const int i = threadIdx.x + n * THREADS;
      next_Bs[n] = B[i / BN * N + i % BN];
    }
    A += BK;
    B += BK * N;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile();

  for (int k = 0; k < K; k += BK) {
    auto *As = As_stages + stage * stage_size;
    auto *Bs = Bs_stages + stage * stage_size;
    #pragma unroll
    for (int n = 0; n < AS_LOADS; ++n) {
      const int i = threadIdx.x + n * THREADS;
      As[i] = next_As[n];
    }
    #pragma unroll
    for (int n = 0; n < BS_LOADS; ++n) {
      const int i = threadIdx.x + n * THREADS;
      Bs[i] = next_Bs[n];
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int p = 0; p < BK; ++p)
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          acc[i][j] += As[(ty * TM + i) * BK + p] * Bs[p * BN + tx * TN + j];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(ty * TM + i) * N + tx * TN + j] = acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  dim3 grid(N / BN, M / BM);
  size_t smem_bytes = 2 * (BM * BK + BK * BN) * sizeof(float);
  gemm<<<grid, THREADS, smem_bytes>>>(A, B, C, M, N, K);
}
