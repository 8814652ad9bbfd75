// Every comment ends up where its statement does, once; those of a barrier that
// goes, go.
//

#include <cuda_pipeline.h>

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  /* What is
   * computed. */
  __shared__ float tile_stages[2][32]; // one float a thread
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0; // start of the tile

  // Starts the copy of one tile into a stage, and moves base on.
  auto load_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    // Load: zeros behind the end.
    __pipeline_memcpy_async(&tile[t], &A[base + t], sizeof(float),
                            (base + t < n) ? 0 : sizeof(float)); // coalesced
    base += 32; /* the next tile */
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage);
  __pipeline_commit();

  // All tiles, one after
  // the other.
  for (int k = 0; k < n; k += 32) {
    __pipeline_wait_prior(0);
    // Publish.
    __syncthreads(); // the tile is complete

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      load_tile(stage ^ 1);
    __pipeline_commit();

    auto &tile = tile_stages[stage];

    // Compute: a
    // weighted sum.
    for (int i = 0; i < 32; ++i) // all elements
      sum = sum * 0.5f + tile[i ^ t]; /* no bank conflict */

    stage ^= 1; // This one is free from the next barrier on.
  } // k

  // Write back.
  out[t] = sum + base;
}
