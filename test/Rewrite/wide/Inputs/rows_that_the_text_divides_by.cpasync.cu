// The whole tile lies side by side in global memory, too, but its text, and its
// guard, speak of rows: wide copies in rows of that length.
//

#include <cuda_pipeline.h>

__global__ void __launch_bounds__(64)
    rows(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float tile_stages[STAGES][8 * 16];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    if (wide_copies) {
      if (t < 32) {
        const int r = t / 4, c = t % 4 * 4;
        const int row = k + r;
        __pipeline_memcpy_async(&tile[16 * r + c], &A[(size_t)row * 16 + c], 16,
                                (row < K) ? 0 : 16);
      }
    } else {
      for (int i = t; i < 8 * 16; i += 64) {
        int r = i / 16, c = i % 16, row = k + r;
        __pipeline_memcpy_async(&tile[i], &A[(size_t)row * 16 + c],
                                sizeof(float), (row < K) ? 0 : sizeof(float));
      }
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 8 < K)
      load_tile(stage, stage * 8);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 8; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 8) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += 8;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int j = 0; j < 8; ++j)
      sum = sum * 0.5f + tile[j * 16 + t % 16];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64)
    by_bits(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int STAGES = 3;
  __shared__ alignas(16) float tile_stages[STAGES][8 * 16];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Wide copies need rows that start at multiples of their size.
  const bool wide_copies =
      blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int k) {
    auto &tile = tile_stages[stage];
    if (wide_copies) {
      if (t < 32) {
        const int row = t / 4, col = t % 4 * 4;
        __pipeline_memcpy_async(&tile[16 * row + col], &A[(k + row) * 16 + col],
                                16);
      }
    } else {
      for (int i = t; i < 8 * 16; i += 64)
        __pipeline_memcpy_async(&tile[i], &A[(k + (i >> 4)) * 16 + (i & 15)],
                                sizeof(float));
    }
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage * 8 < K)
      load_tile(stage, stage * 8);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int k_load = (STAGES - 1) * 8; // Kept ahead of k: fewer registers.

  for (int k = 0; k < K; k += 8) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (k_load < K) {
      load_tile(load_stage, k_load);
      k_load += 8;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int j = 0; j < 8; ++j)
      sum = sum * 0.5f + tile[j * 16 + t % 16];

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  C[blockIdx.x * 64 + t] = sum;
}
