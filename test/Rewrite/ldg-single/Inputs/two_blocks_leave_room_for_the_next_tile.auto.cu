// 8 x 8 results a thread, and just the registers for two blocks: auto keeps both
// with __launch_bounds__, pointers that step by themselves and aligned tiles.
//

#define FETCH_FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define OFFSET(row, col, ld) ((row) * (ld) + (col))

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void __launch_bounds__((BM * BN) / (TM * TN), 2)
    sgemm(float *__restrict__ A, float *__restrict__ B, float *__restrict__ C,
          int M, int N, int K) {
  const uint bx = blockIdx.x, by = blockIdx.y;
  const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);

  __shared__ alignas(16) float As[BK][BM];
  // Columns of Bs are skewed: no bank conflicts.
  constexpr int gap = BN == 128 && BK == 8 && TN == 8 ? 4 : 0;
  constexpr auto skewed = [](int column) { return column + column / 32 * gap; };
  __shared__ alignas(16) float Bs[BK][skewed(BN)];

  A += by * BM * K;
  B += bx * BN;
  C += by * BM * N + bx * BN;

  // Each thread loads one float4 of A and one of B.
  const int a_row = threadIdx.x / (BK / 4), a_col = threadIdx.x % (BK / 4);
  const int b_row = threadIdx.x / (BN / 4), b_col = threadIdx.x % (BN / 4);

  float acc[TM * TN] = {0.0f};
  float reg_m[TM], reg_n[TN];

  // Where this thread loads from, tile after tile.
  float *A_src = &A[OFFSET(a_row, a_col * 4, K)];
  float *B_src = &B[b_row * N + b_col * 4];

  // The next tile, in registers.
  float4 tmp, next_Bs;

  // Loads one tile into registers, and moves A_src and B_src on.
  auto fetch_tile = [&] {
    tmp = FETCH_FLOAT4(A_src[0]);
    next_Bs = reinterpret_cast<float4 *>(B_src)[0];

    A_src += BK;     // the next columns
    B_src += BK * N; // the next rows
  };

  // Prologue: load the first tile.
  if (K > 0)
    fetch_tile();

  // all tiles along K
  for (int k0 = 0; k0 < K; k0 += BK) {
    // A is transposed on its way.
    As[a_col * 4 + 0][a_row] = tmp.x;
    As[a_col * 4 + 1][a_row] = tmp.y;
    As[a_col * 4 + 2][a_row] = tmp.z;
    As[a_col * 4 + 3][a_row] = tmp.w;
    reinterpret_cast<float4 *>(&Bs[b_row][skewed(b_col * 4)])[0] = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k0 + BK < K)
      fetch_tile();
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i)
        reg_m[i] = As[k][ty * TM + i];
      for (int i = 0; i < TN; ++i)
        reg_n[i] = Bs[k][skewed(tx * TN) + i];
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n)
          acc[m * TN + n] = fmaf(reg_m[m], reg_n[n], acc[m * TN + n]);
    }
    __syncthreads();
  }

  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; n += 4)
      FETCH_FLOAT4(C[(ty * TM + m) * N + tx * TN + n]) =
          FETCH_FLOAT4(acc[m * TN + n]);
}

void launch(float *A, float *B, float *C, int M, int N, int K) {
  sgemm<128, 128, 8, 8, 8><<<dim3(N / 128, M / 128), 256>>>(A, B, C, M, N, K);
}
