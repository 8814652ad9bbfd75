// Of float, what is loaded is what is stored; half is converted first. Registers
// keep it as it was loaded, in the type of the template, in all instantiations.
//

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(of_half) KERNEL(of_float)

template <int TILE, typename T>
__device__ __forceinline__ void sums(const T *K, const T *mask, float *out,
                                     int n) {
  __shared__ float tile_stages[2][TILE];
  __shared__ float masks_stages[2][TILE];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  constexpr int LOADS = (TILE + 64 - 1) / 64;
  T next_v[LOADS], next_m[LOADS];

  // Loads one tile into registers.
  auto fetch_tile = [&](int start) {
    #pragma unroll
    for (int trip = 0; trip < LOADS; ++trip) {
      const int i = t + trip * 64;
      if (i < TILE) {
        if (start + i < n) {
          const T *from = K + start;
          next_v[trip] = from[i];
        }
      }
    }
    #pragma unroll
    for (int trip = 0; trip < LOADS; ++trip) {
      const int i = t + trip * 64;
      if (i < TILE) {
        if (start + i < n) {
          if (mask != nullptr)
            next_m[trip] = mask[start + i];
        }
      }
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (n > 0)
    fetch_tile(0);

  for (int start = 0; start < n; start += TILE) {
    auto &tile = tile_stages[stage];
    auto &masks = masks_stages[stage];
    #pragma unroll
    for (int trip = 0; trip < LOADS; ++trip) {
      const int i = t + trip * 64;
      if (i < TILE) {
        float v = 0.0f;
        if (start + i < n) {
          v = (float)next_v[trip];
        }
        tile[i] = v;
      }
    }
    #pragma unroll
    for (int trip = 0; trip < LOADS; ++trip) {
      const int i = t + trip * 64;
      if (i < TILE) {
        float m = 0.0f;
        if (start + i < n)
          m = mask != nullptr ? (float)next_m[trip] : 1.0f;
        masks[i] = m;
      }
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (start + TILE < n)
      fetch_tile(start + TILE);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < TILE; ++i)
      sum += tile[i] * masks[(i + t) % TILE];

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  out[t] = sum;
}

__global__ void of_half(const half *a, const unsigned *words,
                        const float *scale, float *out, int n) {
  sums<64>(a, a, out, n);
}

__global__ void of_float(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  sums<64>(scale, n % 2 ? nullptr : scale, out, n);
}
