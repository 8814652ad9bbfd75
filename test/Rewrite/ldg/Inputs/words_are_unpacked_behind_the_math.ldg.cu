// Words that hold several values each are kept as words; what takes them apart
// stands behind the math: loops of shifts, pointers into a vector, unions, functions.
//

#include <cuda_fp16.h>

#define KERNELS(KERNEL)                                                        \
  KERNEL(four_bits) KERNEL(dequantized) KERNEL(of_a_vector) KERNEL(of_a_union) \
  KERNEL(by_function) KERNEL(in_an_array)

// Shifts change what was loaded.
__global__ void four_bits(const half *a, const unsigned *words,
                          const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64 * 8];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  unsigned next_packed;
  half next_a;
  float next_scale;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_packed = words[k + t];
    next_a = a[k + t];
    next_scale = scale[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      unsigned packed = next_packed;
      const float s = __half2float(next_a), zero = next_scale;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        tile[t * 8 + i] = ((int)(packed & 0xf) - zero) * s;
        packed >>= 4;
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 512; ++i)
      sum += tile[(i + t) % 512];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

// Eight halves are put together in an array, and stored as one vector.
__global__ void dequantized(const half *a, const unsigned *words,
                            const float *scale, float *out, int n) {
  __shared__ uint4 tile_stages[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  half s;
  unsigned next_packed;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_packed = words[k + t];
    s = a[k + t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      int packed = next_packed;
      half values[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        values[i] = __float2half((float)(packed & 0xF) * __half2float(s));
        packed = packed >> 4;
      }
      tile[t] = *reinterpret_cast<uint4 *>(values);
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    const half *halves = reinterpret_cast<const half *>(tile);
    for (int i = 0; i < 512; ++i)
      sum += __half2float(halves[(i + t) % 512]);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

// A pointer to the vector, and the elements in an array of their own.
__global__ void of_a_vector(const half *a, const unsigned *words,
                            const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64 * 2];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  uint2 raw;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    raw = *reinterpret_cast<const uint2 *>(&words[k + t / 2 * 2]);
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      const unsigned short *h = reinterpret_cast<const unsigned short *>(&raw);
      float values[2];
      for (int i = 0; i < 2; ++i)
        values[i] = (float)h[i * 2 + t % 2];
      for (int i = 0; i < 2; ++i)
        tile[t * 2 + i] = values[i] + 1.0f;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 128; ++i)
      sum += tile[(i + t) % 128];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

union Pair {
  unsigned word;
  unsigned char bytes[4];
};

__global__ void of_a_union(const half *a, const unsigned *words,
                           const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64 * 4];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  unsigned next_pair;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_pair = words[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      Pair pair;
      pair.word = next_pair ^ 0x80808080u;
      for (int i = 0; i < 4; ++i)
        tile[t * 4 + i] = (float)pair.bytes[i] - 128.0f;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 256; ++i)
      sum += tile[(i + t) % 256];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

__device__ void unpack(unsigned word, float (&values)[8]) {
  for (int i = 0; i < 8; ++i)
    values[i] = (float)((word >> (4 * i)) & 0xf);
}

__global__ void by_function(const half *a, const unsigned *words,
                            const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64 * 8];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  unsigned next_words;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_words = words[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    {
      float values[8];
      unpack(next_words, values);
      for (int i = 0; i < 8; ++i)
        tile[t * 8 + i] = values[i];
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 512; ++i)
      sum += tile[(i + t) % 512];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum;
}

// An array from outside the loop: each trip sets some of it and stores all.
__global__ void in_an_array(const half *a, const unsigned *words,
                            const float *scale, float *out, int n) {
  __shared__ float tile_stages[2][64 * 3];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float values[3] = {1.0f, 2.0f, 3.0f};

  // The next tile, in registers.
  half next_values;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) { next_values = a[k + t]; };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 64) {
    auto &tile = tile_stages[stage];
    values[1] = __half2float(next_values);
    for (int i = 0; i < 3; ++i)
      tile[t * 3 + i] = values[i];
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < n)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 192; ++i)
      sum += tile[(i + t) % 192];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  out[t] = sum + values[1];
}
