// Six tiles in any build: two are loaded in front of the loop without a test.
// Another build may have but one chunk: those are asked for.
//

#include <cuda_pipeline.h>

#ifndef CHUNKS
#define CHUNKS 5
#endif

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  constexpr int STAGES = 3;
  constexpr int STAGES2 = 3;
  __shared__ float tile_stages[STAGES][32], other_stages[STAGES2][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int chunk) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], &A[chunk * 32 + t], sizeof(float),
                            (chunk * 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    load_tile(stage, stage);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int chunk_load = STAGES - 1; // Kept ahead of chunk: fewer registers.

  for (int chunk = 0; chunk < 6; ++chunk) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (chunk_load < 6) {
      load_tile(load_stage, chunk_load);
      ++chunk_load;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }

  // Starts the copy of one tile into a stage.
  auto load_other = [&](int stage2, int chunk) {
    auto &other = other_stages[stage2];
    __pipeline_memcpy_async(&other[t], &A[chunk * 32 + t], sizeof(float),
                            (chunk * 32 + t < n) ? 0 : sizeof(float));
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage2 = 0; stage2 < STAGES2 - 1; ++stage2) {
    if (stage2 < (CHUNKS))
      load_other(stage2, stage2);
    __pipeline_commit();
  }
  int stage2 = 0, load_stage2 = STAGES2 - 1;
  int chunk_load2 = STAGES2 - 1; // Kept ahead of chunk: fewer registers.

  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    __pipeline_wait_prior(STAGES2 - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (chunk_load2 < CHUNKS) {
      load_other(load_stage2, chunk_load2);
      ++chunk_load2;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &other = other_stages[stage2];

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.25f + other[i] * (i + t);

    load_stage2 = stage2; // Free from the next barrier on.
    stage2 = stage2 == STAGES2 - 1 ? 0 : stage2 + 1;
  }
  out[t] = sum;
}
