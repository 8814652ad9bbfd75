// Round after round the memory is one tile of C, those of A and B, and C again. All
// stages lie in it. Of three, two are filled in front of the loop, where threads may
// still read the old C: a barrier stands there.
//

#include <cuda_pipeline.h>

constexpr int BM = 16, BN = 16, BK = 4, THREADS = 64;

__global__ void __launch_bounds__(THREADS)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float *As = smem, *Bs = smem + BM * BK;
  for (int tile = blockIdx.x; tile < M / BM * (N / BN); tile += gridDim.x) {
    const int row0 = tile / (N / BN) * BM, col0 = tile % (N / BN) * BN;
    for (int e = t; e < BM * BN; e += THREADS)
      smem[e] = 0.5f * e - row0;
    __syncthreads();
    float acc[2][2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        acc[i][j] = smem[BM * BN / 2 + (t * 2 + i * 7 + j * 31) % (BM * BN / 2)];

    constexpr int STAGES = 3;

    // From one stage of the tiles to the next.
    constexpr int stage_size = BM * BK + BK * BN;
    auto *const As_stages = As;
    auto *const Bs_stages = Bs;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto *As = As_stages + stage * stage_size;
      auto *Bs = Bs_stages + stage * stage_size;
      __pipeline_memcpy_async(&As[t], &A[(row0 + t / BK) * K + k + t % BK],
                              sizeof(float));
      __pipeline_memcpy_async(&Bs[t], &B[(k + t / BN) * N + col0 + t % BN],
                              sizeof(float));
    };

    // What was read and written so far is settled before the first load.
    __syncthreads();

    // Prologue: fill all stages but the last. The load stays two tiles ahead.
    for (int stage = 0; stage < STAGES - 1; ++stage) {
      if (stage * BK < K)
        load_tile(stage, stage * BK);
      __pipeline_commit();
    }
    int stage = 0, load_stage = STAGES - 1;
    int k_load = (STAGES - 1) * BK; // Kept ahead of k: fewer registers.

    for (int k = 0; k < K; k += BK) {
      __pipeline_wait_prior(STAGES - 2);
      __syncthreads();

      // Prefetch the tile two trips ahead while this one is computed.
      if (k_load < K) {
        load_tile(load_stage, k_load);
        k_load += BK;
      }
      __pipeline_commit(); // Even when empty: the wait counts groups.

      auto *As = As_stages + stage * stage_size;
      auto *Bs = Bs_stages + stage * stage_size;

      for (int p = 0; p < BK; ++p)
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            acc[i][j] += As[(ty * 2 + i) * BK + p] * Bs[p * BN + tx * 2 + j];

      load_stage = stage; // Free from the next barrier on.
      stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
    __syncthreads(); // no trip, no barrier

    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        smem[(ty * 2 + i) * BN + tx * 2 + j] = acc[i][j];
    __syncthreads();
    for (int e = t; e < BM * BN; e += THREADS)
      C[(row0 + e / BN) * N + col0 + e % BN] = smem[e];
    __syncthreads();
  }
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const size_t tiles = (BM * BK + BK * BN) * sizeof(float);
  const size_t result = BM * BN * sizeof(float);
  gemm<<<1, THREADS, 3 * tiles > result ? 3 * tiles : result>>>(A, B, C, M, N, K);
}
