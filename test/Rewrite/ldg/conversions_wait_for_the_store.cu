// What a declaration converts is kept as it was loaded, and converted behind the
// math, in front of its store: else the thread waits for its load in front of the
// math.
//
// RUN: %rewrite_and_run ldg,ldg-single computed
// RUN: %golden ldg
// RUN: FileCheck %s --check-prefix=SINGLE < %t.ldg-single.cu

#include <cuda_fp16.h>

#define KERNELS(KERNEL)                                                        \
  KERNEL(of_half) KERNEL(of_pairs) KERNEL(of_bytes) KERNEL(assigned)

// SINGLE-LABEL: of_half(
// SINGLE: half next_x;
// SINGLE: const float x = __half2float(next_x);
__global__ void of_half(const half *a, const unsigned *words,
                        const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    const float x = __half2float(a[k + t]); // of a column
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// SINGLE-LABEL: of_pairs(
// SINGLE: half2 next_w[2];
// SINGLE: const float2 w = __half22float2(next_w[i]);
__global__ void of_pairs(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile[4][64];
  const int t = threadIdx.x, row = t / 32, column = t % 32 * 2;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 2; ++i) {
      const float2 w =
          __half22float2(*reinterpret_cast<const half2 *>(&a[k + column]));
      tile[i * 2 + row][column] = w.x + i;
      tile[i * 2 + row][column + 1] = w.y;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[0][i] * tile[3][(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// SINGLE-LABEL: of_bytes(
// SINGLE: signed char next_x;
// SINGLE: float x = (float)next_x;
__global__ void of_bytes(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const signed char *bytes = reinterpret_cast<const signed char *>(words);
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = (float)bytes[k + t];
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
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
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f, v;

  for (int k = 0; k < n; k += 64) {
    v = __half2float(a[k + t]);
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
