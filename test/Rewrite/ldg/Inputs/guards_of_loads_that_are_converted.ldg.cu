// Under a guard stand the load, in front of the math, and what is computed from it,
// behind: what is not loaded is not converted either.
//

#include <cuda_fp16.h>

#define KERNELS(KERNEL)                                                        \
  KERNEL(by_choice) KERNEL(by_statement) KERNEL(in_both_branches)              \
  KERNEL(one_in_another) KERNEL(of_the_store)

__global__ void by_choice(const half *a, const unsigned *words,
                          const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  half next_x;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const bool inside = k + t < n;
    if (inside)
      next_x = a[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      const bool inside = k + t < n;
      const float x = inside ? __half2float(next_x) : 0.0f;
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

__global__ void by_statement(const half *a, const unsigned *words,
                             const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  half next_x;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (k + t < n)
      next_x = a[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      float x = -1.0f;
      if (k + t < n)
        x = __half2float(next_x) * 2.0f;
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

__global__ void in_both_branches(const half *a, const unsigned *words,
                                 const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  half next_x;
  unsigned next_words;
  float next_scale;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (!(k + t >= n)) {
      if (t % 2) {
        next_x = a[k + t];
      } else {
        next_words = words[k + t];
        next_scale = scale[k];
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      float x;
      if (k + t >= n) {
        x = 0.25f;
      } else if (t % 2) {
        x = __half2float(next_x);
      } else {
        x = (float)(next_words & 0xff) * next_scale;
      }
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

__global__ void one_in_another(const half *a, const unsigned *words,
                               const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  half next_a;
  float next_scale;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if ((k + t < n) && (t & 1))
      next_a = a[k + t];
    if ((k + t < n) && !(t & 1))
      next_scale = scale[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      float x = k + t < n ? (t & 1 ? __half2float(next_a) : -next_scale) : 9.f;
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

__global__ void of_the_store(const half *a, const unsigned *words,
                             const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  half next_a;
  float next_scale;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (k + t < n) {
      next_a = a[k + t];
      next_scale = scale[k + t];
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    tile[t] = k + t < n ? __half2float(next_a) * next_scale : 0.0f;
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
