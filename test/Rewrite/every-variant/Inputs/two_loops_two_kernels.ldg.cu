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

  // The next tile, on its way to shared memory.
  float tileA_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tileA_reg = A[k + t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tileA = tileA_stages[stage];
    tileA[t] = tileA_reg;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tileA = tileA_stages[stage];

    for (int i = 0; i < 32; ++i)
      a = a * 0.5f + tileA[i ^ t];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }

  float b = 0.0f;

  // The next tile, on its way to shared memory.
  float tileB_reg;

  // Loads one tile into registers.
  auto fetch_tile2 = [&](int k) {
    tileB_reg = B[k + t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile2 = [&](int stage2) {
    auto &tileB = tileB_stages[stage2];
    tileB[t] = tileB_reg;
  };

  // Prologue: the first tile into stage 0.
  int stage2 = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile2(k);
      store_tile2(stage2);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next2 = k + 32;
    const bool has_next2 = k_next2 < n;
    if (has_next2)
      fetch_tile2(k_next2);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tileB = tileB_stages[stage2];

    for (int i = 0; i < 32; ++i)
      b = b * 0.5f + tileB[i ^ t];

    if (has_next2)
      store_tile2(stage2 ^ 1);
    stage2 ^= 1;
  }

  out[t] = a * b;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile_stages[2][32];
  const int t = threadIdx.x;

  float a = 0.0f;

  // The next tile, on its way to shared memory.
  float tile_reg;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    tile_reg = A[k + t];
  };

  // Stores the loaded tile to shared memory.
  auto store_tile = [&](int stage) {
    auto &tile = tile_stages[stage];
    tile[t] = tile_reg;
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  {
    int k = 0;
    if (k < n) {
      fetch_tile(k);
      store_tile(stage);
    }
  }

  // Main loop. Its last trip, with no tile left to load, is the epilogue.
  for (int k = 0; k < n; k += 32) {
    __syncthreads();

    // The next tile travels while this one is computed.
    const int k_next = k + 32;
    const bool has_next = k_next < n;
    if (has_next)
      fetch_tile(k_next);
    __syncwarp(); // Keeps the loads in front of the math.

    auto &tile = tile_stages[stage];

    for (int i = 0; i < 32; ++i)
      a = a * 0.25f + tile[i ^ t];

    if (has_next)
      store_tile(stage ^ 1);
    stage ^= 1;
  }
  out[t] += a;
}
