// The fp32 GEMM by hand: the next tile waits in registers while this one is
// multiplied, and takes its place after a second barrier; rows of B are skewed
// against bank conflicts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int BM = 128, BN = 128, BK = 8;
constexpr int TM = 8, TN = 8;
constexpr int THREADS = (BM / TM) * (BN / TN);

/// Where column \p c of a tile of B is: four floats are left out after every
/// 32, so that 16-byte reads eight floats apart meet no bank twice.
__host__ __device__ constexpr int skewed(int c) { return c + c / 32 * 4; }

__global__ void __launch_bounds__(THREADS, 2)
    sgemm(const float *__restrict__ A, const float *__restrict__ B,
          float *__restrict__ C, int M, int N, int K) {
  __shared__ __align__(16) float As[BK][BM];
  __shared__ __align__(16) float Bs[BK][skewed(BN)];

  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int a_row = tid / 2, a_col = tid % 2 * 4;
  const int b_row = tid / 32, b_col = tid % 32 * 4;

  const float *a_next = A + (blockIdx.y * BM + a_row) * K + a_col;
  const float *b_next = B + blockIdx.x * BN + b_row * N + b_col;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM][TN] = {};
  float4 a, b;
  auto fetch = [&] {
    a = *reinterpret_cast<const float4 *>(a_next);
    b = *reinterpret_cast<const float4 *>(b_next);
    a_next += BK;
    b_next += BK * N;
  };
  auto store = [&] {
    As[a_col + 0][a_row] = a.x;
    As[a_col + 1][a_row] = a.y;
    As[a_col + 2][a_row] = a.z;
    As[a_col + 3][a_row] = a.w;
    *reinterpret_cast<float4 *>(&Bs[b_row][skewed(b_col)]) = b;
  };

  if (K > 0) {
    fetch();
    store();
  }
  __syncthreads();

  for (int k0 = 0; k0 < K; k0 += BK) {
    const bool has_next = k0 + BK < K;
    if (has_next)
      fetch();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float a_frag[TM], b_frag[TN];
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
          acc[i][j] += a_frag[i] * b_frag[j];
    }

    __syncthreads();
    if (has_next)
      store();
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      *reinterpret_cast<float4 *>(&C[(ty * TM + i) * N + tx * TN + j]) =
          make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  sgemm<<<dim3(N / BN, M / BM), THREADS>>>(A, B, C, M, N, K);
}
