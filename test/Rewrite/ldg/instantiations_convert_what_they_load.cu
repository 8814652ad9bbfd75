// Of float, what is loaded is what is stored; half is converted first. Registers
// keep it as it was loaded, in the type of the template, in all instantiations.
//
// RUN: %rewrite_and_run auto,ldg,ldg-single computed -DRAGGED
// RUN: %golden ldg

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(of_half) KERNEL(of_float)

template <int TILE, typename T>
__device__ __forceinline__ void sums(const T *K, const T *mask, float *out,
                                     int n) {
  __shared__ float tile[TILE];
  __shared__ float masks[TILE];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int start = 0; start < n; start += TILE) {
    for (int i = t; i < TILE; i += 64) {
      float v = 0.0f;
      if (start + i < n) {
        const T *from = K + start;
        v = (float)from[i];
      }
      tile[i] = v;
    }
    for (int i = t; i < TILE; i += 64) {
      float m = 0.0f;
      if (start + i < n)
        m = mask != nullptr ? (float)mask[start + i] : 1.0f;
      masks[i] = m;
    }
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tile[i] * masks[(i + t) % TILE];
    __syncthreads();
  }
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
