// `float a = 0, b = 0;` comes apart into two registers, each set where it was
// declared; loads overwrite them where there is something to load.
//

constexpr int BM = 32, BN = 32, BK = 16, BLOCK = 64;

__global__ void __launch_bounds__(BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As_stages[2][BM][BK];
  __shared__ float Bs_stages[2][BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[BM * BN / BLOCK] = {};

  // The next tile, in registers.
  constexpr int LOADS = BM * BK / BLOCK;
  float next_a[LOADS], next_b[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k0) {
    #pragma unroll
    for (int n = 0; n < LOADS; ++n) {
      const int i = tid + n * BLOCK;
      const int r = i / BK, c = i % BK;
      float a = 0.0f, b = 0.0f;
      if (k0 + c < K) {
        if (row0 + r < M)
          a = A[(row0 + r) * K + k0 + c];
        if (col0 + r < N)
          b = B[(k0 + c) * N + col0 + r];
      }
      next_a[n] = a;
      next_b[n] = b;
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
    for (int n = 0; n < LOADS; ++n) {
      const int i = tid + n * BLOCK;
      const int r = i / BK, c = i % BK;
      As[r][c] = next_a[n];
      Bs[c][r] = next_b[n];
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
