// What a declaration converts is kept as it was loaded, and converted behind the
// math, in front of its store: else the thread waits for its load in front of the
// math.
//

#include <cuda_fp16.h>

#define KERNELS(KERNEL)                                                        \
  KERNEL(of_half) KERNEL(of_pairs) KERNEL(of_bytes) KERNEL(assigned)

// SINGLE-LABEL: of_half(
// SINGLE: half next_x;
// SINGLE: const float x = __half2float(next_x);
__global__ void of_half(const half *a, const unsigned *words,
                        const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  half next_x;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_x = a[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      const float x = __half2float(next_x); // of a column
      tile[t] = x;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

// SINGLE-LABEL: of_pairs(
// SINGLE: half2 next_w[2];
// SINGLE: const float2 w = __half22float2(next_w[i]);
__global__ void of_pairs(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][4][64];
  const int t = threadIdx.x, row = t / 32, column = t % 32 * 2;
  float sum = 0.0f;

  // The next tile, in registers.
  half2 next_w[2];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    #pragma unroll
    for (int i = 0; i < 2; ++i) {
      next_w[i] = *reinterpret_cast<const half2 *>(&a[k + column]);
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    #pragma unroll
    for (int i = 0; i < 2; ++i) {
      const float2 w = __half22float2(next_w[i]);
      tile[i * 2 + row][column] = w.x + i;
      tile[i * 2 + row][column + 1] = w.y;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[0][i] * tile[3][(i + t) % 64];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

// SINGLE-LABEL: of_bytes(
// SINGLE: signed char next_x;
// SINGLE: float x = (float)next_x;
__global__ void of_bytes(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const signed char *bytes = reinterpret_cast<const signed char *>(words);
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  signed char next_x;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_x = bytes[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      float x = (float)next_x;
      tile[t] = x;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

// A variable from outside the loop, set by a statement.
//
// SINGLE-LABEL: assigned(
// SINGLE: half next_v;
// SINGLE: v = __half2float(next_v);
__global__ void assigned(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f, v;

  // The next tile, in registers.
  half next_v;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_v = a[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    v = __half2float(next_v);
    tile[t] = v;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}
