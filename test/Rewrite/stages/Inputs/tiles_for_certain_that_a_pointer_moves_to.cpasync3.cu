// The load goes by a pointer of its own, not by the number of the trip: which tile
// it is, the test in front of it says.
//

#include <cuda_pipeline.h>

__global__ void launch(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  constexpr int STAGES = 3;
  __shared__ float tile_stages[STAGES][32];
  const int t = threadIdx.x;
  const float *from = A + t;
  float sum = n;

  // Starts the copy of one tile into a stage, and moves from on.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    __pipeline_memcpy_async(&tile[t], from, sizeof(float),
                            (n >= 96) ? 0 : sizeof(float));
    from += 32;
  };

  // Prologue: fill all stages but the last. The load stays two tiles ahead.
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < 3)
      load_tile(stage);
    __pipeline_commit();
  }
  int stage = 0, load_stage = STAGES - 1;
  int chunk_load = STAGES - 1; // Kept ahead of chunk: fewer registers.

  for (int chunk = 0; chunk < 3; ++chunk) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();

    // Prefetch the tile two trips ahead while this one is computed.
    if (chunk_load < 3) {
      load_tile(load_stage);
      ++chunk_load;
    }
    __pipeline_commit(); // Even when empty: the wait counts groups.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);

    load_stage = stage; // Free from the next barrier on.
    stage = stage == STAGES - 1 ? 0 : stage + 1;
  }
  out[t] = sum;
}
