// Half-done pipelines wait for all copies at once. With more than two stages
// the wait has to leave the later tiles in flight: it becomes ours, whatever it
// was spelled by, and its condition and its comment stay. Commits stay the
// user's, and where the wait needed none there is one now.
//

#include <cstdint>
#include <cuda_pipeline.h>

#define TILE 16
#define CP_ASYNC(dst, src)                                                     \
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(dst), "l"(src))
#define CP_ASYNC_WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::)

__global__ void by_intrinsics(const float *__restrict__ A,
                              const float *__restrict__ B,
                              float *__restrict__ C, int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ float As_stages[STAGES][TILE][TILE];
  __shared__ float Bs_stages[STAGES][TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    __pipeline_memcpy_async(&As[ty][tx], &A[row * K + k + tx], sizeof(float));
    __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col], sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * TILE < K)
      load_tile(stage, stage * TILE);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += TILE) {
    // This tile has to be here.
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[row * N + col] = sum;
}

__global__ void by_assembly(const float *__restrict__ A,
                            const float *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  constexpr int STAGES = 3;
  __shared__ float As_stages[STAGES][TILE][TILE];
  __shared__ float Bs_stages[STAGES][TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    uint32_t to_a = __cvta_generic_to_shared(&As[ty][tx]);
    uint32_t to_b = __cvta_generic_to_shared(&Bs[ty][tx]);
    CP_ASYNC(to_a, &A[row * K + k + tx]);
    CP_ASYNC(to_b, &B[(k + ty) * N + col]);
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * TILE < K)
      load_tile(stage, stage * TILE);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += TILE) {
    __pipeline_wait_prior(STAGES - 2); // this tile
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[row * N + col] = sum;
}

__global__ void by_some_threads(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int M, int N, int K) {
  __shared__ alignas(16) float As_stages[3][TILE][TILE];
  __shared__ alignas(16) float Bs_stages[3][TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    if (tx < 4) {
      __pipeline_memcpy_async(&As[ty][tx * 4], &A[row * K + k + tx * 4], 16);
      __pipeline_memcpy_async(&Bs[ty][tx * 4],
                              &B[(k + ty) * N + blockIdx.x * TILE + tx * 4],
                              16);
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < 2; ++stage) {
    if (stage * TILE < K)
      load_tile(stage, stage * TILE);
    __pipeline_commit();
  }
  int stage = 0, load_stage = 2;
  int k_load = 2 * TILE; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += TILE) {
    if (tx < 4)
      __pipeline_wait_prior(1);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += TILE;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == 2 ? 0 : stage + 1;
  }
  C[row * N + col] = sum;
}
