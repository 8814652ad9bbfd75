// A is transposed on its way and goes through registers, B by cp.async: both two
// tiles ahead. The registers are stored at the end of the trip, and only then
// the load moves on.
//

#include <cuda_pipeline.h>

#define BM 32
#define BN 32
#define BK 8

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ float As_stages[STAGES][BK][BM];
  __shared__ alignas(16) float Bs_stages[STAGES][BK][BN];

  const int tid = threadIdx.x;
  const int a_row = tid / 2, a_col = tid % 2 * 4;
  const int b_row = tid / 8, b_col = tid % 8 * 4;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float acc[4][4] = {};

  // The next tile, in registers.
  float4 a;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &Bs = Bs_stages[stage];
    // four elements of a row of A become a column
    a = *(const float4 *)&A[(row0 + a_row) * K + k + a_col];
    __pipeline_memcpy_async((float4 *)&Bs[b_row][b_col],
                            (const float4 *)&B[(k + b_row) * N + col0 + b_col],
                            sizeof(float4));
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &As = As_stages[stage];
    As[a_col + 0][a_row] = a.x;
    As[a_col + 1][a_row] = a.y;
    As[a_col + 2][a_row] = a.z;
    As[a_col + 3][a_row] = a.w;
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * BK < K) {
      load_tile(stage, stage * BK);
      store_tile(stage);
    }
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * BK; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += BK) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    const bool has_next = k_load < K;
    if (has_next)
      load_tile(load_stage, k_load);
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < BK; ++i)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x)
          acc[y][x] += As[i][tid / 8 * 4 + y] * Bs[i][tid % 8 * 4 + x];

    if (has_next) {
      store_tile(load_stage);
      k_load += BK;
    }
    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      C[(row0 + tid / 8 * 4 + y) * N + col0 + tid % 8 * 4 + x] = acc[y][x];
}
