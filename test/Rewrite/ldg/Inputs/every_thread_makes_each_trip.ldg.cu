// Blocks of 64 threads fill tiles of 512 bytes: each thread loads 8 of each, and
// none needs to ask. The bytes stay bytes, and so the loads stay in flight:
// widened to int, as `? : 0` says, each would be waited for.
//

constexpr int BM = 32, BN = 32, BK = 16, BLOCK = 64;

__global__ void __launch_bounds__(BLOCK)
    gemm(const signed char *__restrict__ A, const signed char *__restrict__ B,
         int *__restrict__ C, int M, int N, int K) {
  __shared__ signed char As_stages[2][BM][BK];
  __shared__ signed char Bs_stages[2][BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int acc[BM * BN / BLOCK] = {};

  // The next tile, in registers.
  constexpr int AS_LOADS = BM * BK / BLOCK;
  constexpr int BS_LOADS = BK * BN / BLOCK;
  signed char next_As[AS_LOADS], next_Bs[BS_LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k0) {
    #pragma unroll
    for (int n = 0; n < AS_LOADS; ++n) {
      const int i = tid + n * BLOCK;
      const int r = i / BK, c = i % BK;
      next_As[n] =
          row0 + r < M && k0 + c < K
              ? A[(row0 + r) * K + k0 + c] : (signed char)0;
    }
    #pragma unroll
    for (int n = 0; n < BS_LOADS; ++n) {
      const int i = tid + n * BLOCK;
      next_Bs[n] =
          k0 + i / BN >= K || col0 + i % BN >= N
              ? (signed char)0 : B[(k0 + i / BN) * N + col0 + i % BN];
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
      const int i = tid + n * BLOCK;
      const int r = i / BK, c = i % BK;
      As[r][c] = next_As[n];
    }
    #pragma unroll
    for (int n = 0; n < BS_LOADS; ++n) {
      const int i = tid + n * BLOCK;
      Bs[i / BN][i % BN] = next_Bs[n];
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      fetch_tile(k0 + BK);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int e = 0; e < BM * BN / BLOCK; ++e)
      for (int k = 0; k < BK; ++k)
        acc[e] += As[(e * BLOCK + tid) / BN][k] *
                  Bs[k][(e * BLOCK + tid) % BN];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  for (int e = 0; e < BM * BN / BLOCK; ++e) {
    const int row = row0 + (e * BLOCK + tid) / BN;
    const int col = col0 + (e * BLOCK + tid) % BN;
    if (row < M && col < N)
      C[row * N + col] = acc[e];
  }
}
