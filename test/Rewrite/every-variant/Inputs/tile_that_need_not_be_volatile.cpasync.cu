// The word is of a time when warps needed no barrier: here barriers order all.
//

#include <cuda_pipeline.h>

#define KERNELS(KERNEL) KERNEL(once_more_in_a_round)

__global__ void once_more_in_a_round(const float *__restrict__ A,
                                     float *__restrict__ C, int K) {
  __shared__ float tile_stages[2][8][64];
  float sum = 0.0f;
  for (int round = 0; round < 2; ++round) {
    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      if (threadIdx.x < 64)
        for (int r = 0; r < 8; ++r)
          __pipeline_memcpy_async(&tile[r][threadIdx.x], &A[r * K + k + threadIdx.x],
                                  sizeof(float));
    };

    // What was read and written so far is settled before the first load.
    __syncthreads();

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (K > 0)
      load_tile(stage, 0);
    __pipeline_commit();

    for (int k = 0; k < K; k += 64) {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 64 < K)
        load_tile(stage ^ 1, k + 64);
      __pipeline_commit();

      auto &tile = tile_stages[stage];

      for (int i = 0; i < 8 * 64; ++i)
        sum += tile[i / 64][i % 64] * ((i + threadIdx.x) % 7);

      stage ^= 1; // This one is free from the next barrier on.
    }
  }
  C[threadIdx.x] = sum;
}
