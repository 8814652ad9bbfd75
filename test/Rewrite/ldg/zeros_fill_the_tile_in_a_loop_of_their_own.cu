// A loop that only stores zeros has no registers: it stays as it is, with what
// the user says of its unrolling.
//
// RUN: %rewrite_and_run ldg,ldg-single computed -DRAGGED
// RUN: %golden ldg
// RUN: %golden ldg-single

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(of_either_type) KERNEL(with_a_pragma)

__global__ void of_either_type(const half *a, const unsigned *words,
                               const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const bool mine = t < n / 2, narrow = n % 128 == 0;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    if (mine) {
      for (int i = t; i < 64; i += 64) {
        float x = 0.0f;
        if (k + i < n) {
          if (narrow)
            x = __half2float(a[k + i]);
          else
            x = scale[k + i];
        }
        tile[i] = x;
      }
    } else {
      for (int i = t; i < 64; i += 64)
        tile[i] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void with_a_pragma(const half *a, const unsigned *words,
                              const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const bool mine = t < n / 2;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    if (mine) {
#pragma unroll 2
      for (int i = t; i < 64; i += 64)
        tile[i] = k + i < n ? __half2float(a[k + i]) * scale[k + i] : 0.0f;
    } else {
#pragma unroll 2
      for (int i = t; i < 64; i += 64)
        tile[i] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
