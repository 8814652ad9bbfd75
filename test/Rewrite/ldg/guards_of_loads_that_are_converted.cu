// Under a guard stand the load, in front of the math, and what is computed from it,
// behind: what is not loaded is not converted either.
//
// RUN: %rewrite_and_run ldg,ldg-single computed -DRAGGED
// RUN: %golden ldg

#include <cuda_fp16.h>

#define KERNELS(KERNEL)                                                        \
  KERNEL(by_choice) KERNEL(by_statement) KERNEL(in_both_branches)              \
  KERNEL(one_in_another) KERNEL(of_the_store)

__global__ void by_choice(const half *a, const unsigned *words,
                          const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    const bool inside = k + t < n;
    const float x = inside ? __half2float(a[k + t]) : 0.0f;
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void by_statement(const half *a, const unsigned *words,
                             const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = -1.0f;
    if (k + t < n)
      x = __half2float(a[k + t]) * 2.0f;
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void in_both_branches(const half *a, const unsigned *words,
                                 const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x;
    if (k + t >= n) {
      x = 0.25f;
    } else if (t % 2) {
      x = __half2float(a[k + t]);
    } else {
      x = (float)(words[k + t] & 0xff) * scale[k];
    }
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void one_in_another(const half *a, const unsigned *words,
                               const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = k + t < n ? (t & 1 ? __half2float(a[k + t]) : -scale[k + t]) : 9.f;
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void of_the_store(const half *a, const unsigned *words,
                             const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    tile[t] = k + t < n ? __half2float(a[k + t]) * scale[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
