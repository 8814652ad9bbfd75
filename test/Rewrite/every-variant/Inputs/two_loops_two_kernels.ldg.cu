// Two K-loops in one kernel, each with tiles of its own, and two kernels in a
// file: no name clashes, no edits overlap.
//

#include <cuda_runtime.h>

// out[t] = sum of A * (sum of B)
__global__ void first(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int n) {
  __shared__ float tileA_stages[2][32];
  __shared__ float tileB_stages[2][32];
  const int t = threadIdx.x;

  float a = 0.0f;

  // The next tile, in registers.
  float next_tileA;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tileA = A[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tileA = tileA_stages[stage];
    tileA[t] = next_tileA;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      a = a * 0.5f + tileA[i ^ t];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  float b = 0.0f;

  // The next tile, in registers.
  float next_tileB;

  // Loads one tile into registers.
  auto fetch_tileB = [&](int k) {
    next_tileB = B[k + t];
  };

  // Prologue: load the first tile.
  int stage2 = 0;
  if (n > 0)
    fetch_tileB(0);

  for (int k = 0; k < n; k += 32) {
    auto &tileB = tileB_stages[stage2];
    tileB[t] = next_tileB;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tileB(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      b = b * 0.5f + tileB[i ^ t];

    stage2 ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = a * b;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;

  float a = 0.0f;

  // The next tile, in registers.
  float next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_tile = A[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 32; ++i)
      a = a * 0.25f + tile[i ^ t];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] += a;
}
