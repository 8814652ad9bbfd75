// Two loops have one tile: both get three stages, each starts with the first.
// Behind a loop the tile's name stands for the stage of the last tile.
//

#include <cuda_pipeline.h>

#define T 16

// D = A B B2: first C = A B, in rows of tiles, then D = C' B2.
__global__ void fused(const float *__restrict__ A, const float *__restrict__ B,
                      const float *__restrict__ B2, float *__restrict__ C,
                      float *__restrict__ D, int N, int K1, int K2) {
  constexpr int STAGES = 3;
  __shared__ float As_stages[STAGES][T][T], Bs_stages[STAGES][T][T + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int block = blockIdx.x; block < N / T * (N / T); block += gridDim.x) {
    const int row = block / (N / T) * T + ty, col = block % (N / T) * T + tx;
    float c = 0.0f, d = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];
      __pipeline_memcpy_async(&As[ty][tx], &A[row * 80 + k + tx],
                              sizeof(float));
      __pipeline_memcpy_async(&Bs[ty][tx], &B[(k + ty) * N + col],
                              sizeof(float));
    };

    // Prologue: fill all stages but the last. The load stays two tiles ahead.
    for (int stage = 0; stage < STAGES - 1; ++stage) {
      if (stage * T < K1)
        load_tile(stage, stage * T);
      __pipeline_commit();
    }
    int stage = 0, load_stage = STAGES - 1;
    int k_load = (STAGES - 1) * T; // Kept ahead of k: fewer registers.

    for (int k = 0; k < K1; k += T) {
      __pipeline_wait_prior(STAGES - 2);
      __syncthreads();

      // Prefetch the tile two trips ahead while this one is computed.
      if (k_load < K1) {
        load_tile(load_stage, k_load);
        k_load += T;
      }
      __pipeline_commit(); // Even when empty: the wait counts groups.

      auto &As = As_stages[stage];
      auto &Bs = Bs_stages[stage];

      for (int i = 0; i < T; ++i)
        c += As[ty][i] * Bs[i][tx];

      load_stage = stage; // Free from the next barrier on.
      stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
    C[row * N + col] = c;

    // Starts the copy of one tile into a stage.
    auto load_tiles = [&](int stage2, int k) {
      auto &As = As_stages[stage2];
      auto &Bs = Bs_stages[stage2];
      __pipeline_memcpy_async(&As[ty][tx], &A[row * 80 + k + tx],
                              sizeof(float));
      __pipeline_memcpy_async(&Bs[ty][tx], &B2[(k + ty) * N + col],
                              sizeof(float));
    };

    // Prologue: fill all stages but the last. The load stays two tiles ahead.
    for (int stage2 = 0; stage2 < 2; ++stage2) {
      if (stage2 * T < K2)
        load_tiles(stage2, stage2 * T);
      __pipeline_commit();
    }
    int stage2 = 0, load_stage2 = 2;
    int k_load2 = 2 * T; // Kept ahead of k: fewer registers.

    for (int k = 0; k < K2; k += T) {
      __pipeline_wait_prior(1);
      __syncthreads();

      // Prefetch the tile two trips ahead while this one is computed.
      if (k_load2 < K2) {
        load_tiles(load_stage2, k_load2);
        k_load2 += T;
      }
      __pipeline_commit(); // Even when empty: the wait counts groups.

      auto &As = As_stages[stage2];
      auto &Bs = Bs_stages[stage2];

      for (int i = 0; i < T; ++i)
        d += As[ty][i] * Bs[i][tx];

      load_stage2 = stage2; // Free from the next barrier on.
      stage2 = stage2 == 2 ? 0 : stage2 + 1;
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
    D[row * N + col] = d;
  }
}

// The last tile counts twice, then the tile is where the threads' sums meet.
__global__ void dot(const float *__restrict__ A, float *__restrict__ C, int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][64];
  const int t = threadIdx.x;
  A += blockIdx.x * n;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 64 < n)
      load_tile(stage, stage * 64);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 64; // Kept ahead of k: fewer registers.

  for (int k = 0; k < n; k += 64) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < n) {
      load_tile(load_stage, k_load);
      k_load += 64;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * ((i + t) % 7);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  auto &tile = tile_stages[load_stage];
  const float last = tile[63 - t];
  __syncthreads();
  tile[t] = sum + last;
  __syncthreads();
  for (int stride = 32; stride > 0; stride /= 2) {
    if (t < stride)
      tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0)
    C[blockIdx.x] = tile[0];
}
