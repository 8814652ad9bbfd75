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
  float tileA_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tileA_reg = A[k + t];
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tileA = tileA_stages[stage];
    tileA[t] = tileA_reg;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // For the compiler: the loads stay above the math.

    for (int i = 0; i < 32; ++i)
      a = a * 0.5f + tileA[i ^ t];

    stage ^= 1;
  }

  float b = 0.0f;

  // The next tile, in registers.
  float tileB_reg;

  // Loads one tile into registers.
  auto fetch_tile2 = [&](int k) {
    tileB_reg = B[k + t];
  };

  // Prologue: the first tile into stage 0.
  int stage2 = 0;
  if (n > 0)
    fetch_tile2(0);

  for (int k = 0; k < n; k += 32) {
    auto &tileB = tileB_stages[stage2];
    tileB[t] = tileB_reg;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile2(k + 32);
    __syncwarp(); // For the compiler: the loads stay above the math.

    for (int i = 0; i < 32; ++i)
      b = b * 0.5f + tileB[i ^ t];

    stage2 ^= 1;
  }

  out[t] = a * b;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;

  float a = 0.0f;

  // The next tile, in registers.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = A[k + t];
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 32) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_tile(k + 32);
    __syncwarp(); // For the compiler: the loads stay above the math.

    for (int i = 0; i < 32; ++i)
      a = a * 0.25f + tile[i ^ t];

    stage ^= 1;
  }
  out[t] += a;
}
