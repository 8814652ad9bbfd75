// SGEMM in a template, with a transposed store of float4: flat tiles, each with a
// row length of its own. Only one of them has conflicts.
//

template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm(int M, int N, int K, const float *__restrict__ A,
                      const float *__restrict__ B, float *__restrict__ C) {
  // A is transposed: a row for each k.
  // Rows are 16 bytes longer: no bank conflicts.
  constexpr int As_pitch = BM + 4;
  __shared__ float As_stages[2][BK * As_pitch];
  constexpr int Bs_pitch = BN + 4;
  __shared__ alignas(16) float Bs_stages[2][BK * Bs_pitch];

  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);
  const int rowA = threadIdx.x / (BK / 4), colA = threadIdx.x % (BK / 4);
  const int rowB = threadIdx.x / (BN / 4), colB = threadIdx.x % (BN / 4);

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM * TN] = {0.0f};
  float regM[TM], regN[TN];

  static_assert(sizeof(Bs_stages[0]) % 16 == 0, "each stage must be aligned");

  // The next tile, in registers.
  float4 a, next_Bs;

  // Loads one tile into registers, and moves A and B on.
  auto fetch_tile = [&] {
    a = *reinterpret_cast<const float4 *>(&A[rowA * K + colA * 4]);
    next_Bs = *reinterpret_cast<const float4 *>(&B[rowB * N + colB * 4]);
    A += BK;
    B += BK * N;
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile();

  for (int k = 0; k < K; k += BK) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[(colA * 4 + 0) * As_pitch + rowA] = a.x;
    As[(colA * 4 + 1) * As_pitch + rowA] = a.y;
    As[(colA * 4 + 2) * As_pitch + rowA] = a.z;
    As[(colA * 4 + 3) * As_pitch + rowA] = a.w;
    *reinterpret_cast<float4 *>(&Bs[rowB * Bs_pitch + colB * 4]) = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int dot = 0; dot < BK; ++dot) {
      for (int i = 0; i < TM; ++i)
        regM[i] = As[dot * As_pitch + threadRow * TM + i];
      for (int i = 0; i < TN; ++i)
        regN[i] = Bs[dot * Bs_pitch + threadCol * TN + i];
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n)
          acc[m * TN + n] += regM[m] * regN[n];
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; ++n)
      C[(threadRow * TM + m) * N + threadCol * TN + n] = acc[m * TN + n];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  sgemm<32, 32, 8, 4, 4><<<dim3(N / 32, M / 32), 64>>>(M, N, K, A, B, C);
}
