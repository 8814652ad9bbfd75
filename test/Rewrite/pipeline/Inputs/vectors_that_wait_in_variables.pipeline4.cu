// Vectors of sixteen bytes by way of variables: where they are stored they are
// copied, zeros behind the edge by the thread itself.
//

#include <cuda/pipeline>
#include <cuda_fp16.h>

__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int BM = 32, BN = 32, BK = 16;
  constexpr int STAGES = 4;
  __shared__ __align__(16) half As_stages[STAGES][BM][BK];
  __shared__ __align__(16) half Bs_stages[STAGES][BK][BN];
  const int t = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int a_row = t / 2, a_col = t % 2 * 8;
  const int b_row = t / 4, b_col = t % 4 * 8;
  float acc[4][4] = {};

  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k0) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    // A: a row of 16 by two threads.
    if (row0 + a_row < M && k0 + a_col < K)
      cuda::memcpy_async(
          reinterpret_cast<uint4 *>(&As[a_row][a_col]),
          reinterpret_cast<const uint4 *>(&A[(row0 + a_row) * K + k0 + a_col]),
          sizeof(uint4), pipe);
    else
      *reinterpret_cast<uint4 *>(&As[a_row][a_col]) = make_uint4(0, 0, 0, 0);

    // B: a row of 32 by four.
    if (k0 + b_row < K && col0 + b_col < N)
      cuda::memcpy_async(
          reinterpret_cast<float4 *>(&Bs[b_row][b_col]),
          reinterpret_cast<const float4 *>(&B[(k0 + b_row) * N + col0 + b_col]),
          sizeof(float4), pipe);
    else
      *reinterpret_cast<float4 *>(&Bs[b_row][b_col]) = float4{};
  };

  // Prologue: fill all stages but the last. The load stays three tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    pipe.producer_acquire();
    if (stage * BK < K)
      load_tile(stage, stage * BK);
    pipe.producer_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k0_load = (STAGES - 1) * BK; // Kept ahead of k0: fewer registers.

  for (int k0 = 0; k0 < K; k0 += BK) {
    cuda::pipeline_consumer_wait_prior<STAGES - 2>(pipe);
    __syncthreads();

    // Prefetch the tile three trips ahead while this one is computed.
    pipe.producer_acquire();
    if (k0_load < K) {
      load_tile(load_stage, k0_load);
      k0_load += BK;
    }
    pipe.producer_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += __half2float(As[t / 8 * 4 + i][k]) *
                       __half2float(Bs[k][t % 8 * 4 + j]);

    pipe.consumer_release();
    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int row = row0 + t / 8 * 4 + i, col = col0 + t % 8 * 4 + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}
