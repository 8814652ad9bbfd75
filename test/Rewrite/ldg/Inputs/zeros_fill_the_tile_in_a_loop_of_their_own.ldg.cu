// A loop that only stores zeros has no registers: it stays as it is, with what
// the user says of its unrolling.
//

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(of_either_type) KERNEL(with_a_pragma)

__global__ void of_either_type(const half *a, const unsigned *words,
                               const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  const bool mine = t < n / 2, narrow = n % 128 == 0;
  float sum = 0.0f;

  // The next tile, in registers.
  constexpr int LOADS = 64 / 64;
  half next_x[LOADS];
  float next_x2[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (mine) {
#pragma unroll
      for (int m = 0; m < LOADS; ++m) {
        const int i = t + m * 64;
        if (i < 64) {
          if (k + i < n) {
            if (narrow)
              next_x[m] = a[k + i];
            else
              next_x2[m] = scale[k + i];
          }
        }
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    if (mine) {
#pragma unroll
      for (int m = 0; m < LOADS; ++m) {
        const int i = t + m * 64;
        if (i < 64) {
          float x = 0.0f;
          if (k + i < n) {
            if (narrow)
              x = __half2float(next_x[m]);
            else
              x = next_x2[m];
          }
          tile[i] = x;
        }
      }
    } else {
      for (int i = t; i < 64; i += 64)
        tile[i] = 0.0f;
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

__global__ void with_a_pragma(const half *a, const unsigned *words,
                              const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  const bool mine = t < n / 2;
  float sum = 0.0f;

  // The next tile, in registers.
  constexpr int LOADS = 64 / 64;
  half next_a[LOADS];
  float next_scale[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (mine) {
#pragma unroll
      for (int m = 0; m < LOADS; ++m) {
        const int i = t + m * 64;
        if (i < 64) {
          if (k + i < n) {
            next_a[m] = a[k + i];
            next_scale[m] = scale[k + i];
          }
        }
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    if (mine) {
#pragma unroll
      for (int m = 0; m < LOADS; ++m) {
        const int i = t + m * 64;
        if (i < 64)
          tile[i] = k + i < n ? __half2float(next_a[m]) * next_scale[m] : 0.0f;
      }
    } else {
#pragma unroll 2
      for (int i = t; i < 64; i += 64)
        tile[i] = 0.0f;
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
