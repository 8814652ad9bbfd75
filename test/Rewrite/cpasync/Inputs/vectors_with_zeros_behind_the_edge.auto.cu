// Vectors of 16 bytes wait in variables, zeros where the matrix ends: `auto`
// copies them asynchronously, as an expert would.
//

#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// CHECK: 'gemm' pipelined: cpasync, 2 stages
__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int BM = 32, BN = 32, BK = 16;
  __shared__ __align__(16) half As_stages[2][BM][BK];
  __shared__ __align__(16) half Bs_stages[2][BK][BN];
  const int t = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int a_row = t / 2, a_col = t % 2 * 8;
  const int b_row = t / 4, b_col = t % 4 * 8;
  float acc[4][4] = {};

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // A: a row of 16 by two threads.
    __pipeline_memcpy_async(
        reinterpret_cast<uint4 *>(&As[a_row][a_col]),
        reinterpret_cast<const uint4 *>(&A[(row0 + a_row) * K + k0 + a_col]),
        sizeof(uint4),
        (row0 + a_row < M && k0 + a_col < K) ? 0 : sizeof(uint4));

    // B: a row of 32 by four.
    __pipeline_memcpy_async(
        reinterpret_cast<float4 *>(&Bs[b_row][b_col]),
        reinterpret_cast<const float4 *>(&B[(k0 + b_row) * N + col0 + b_col]),
        sizeof(float4),
        (k0 + b_row < K && col0 + b_col < N) ? 0 : sizeof(float4));
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

    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += __half2float(As[t / 8 * 4 + i][k]) *
                       __half2float(Bs[k][t % 8 * 4 + j]);

    stage ^= 1; // This one is free from the next barrier on.
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int row = row0 + t / 8 * 4 + i, col = col0 + t % 8 * 4 + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}
