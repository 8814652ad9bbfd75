// A value of two loads takes a register more as what was loaded: that is spent. A
// value of many loads, of loads that nobody can count, or one that an address needs
// anyway, is kept as it is computed.
//
// RUN: %rewrite_and_run ldg,ldg-single computed
// RUN: FileCheck %s < %t.ldg.cu

#include <cuda_fp16.h>

#define KERNELS(KERNEL)                                                        \
  KERNEL(product) KERNEL(stored_product) KERNEL(square) KERNEL(mean_of_4)      \
  KERNEL(mean_of_16) KERNEL(mean_of_some) KERNEL(gathered)

// CHECK-LABEL: product(
// CHECK: half next_a;
// CHECK: float next_scale;
// CHECK: fetch_tile
// CHECK: next_a = a[k + t];
// CHECK-NEXT: next_scale = scale[k];
// CHECK: auto &tile = tile_stages[stage];
// CHECK: const float x = __half2float(next_a) * next_scale;
__global__ void product(const half *a, const unsigned *words,
                        const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    const float x = __half2float(a[k + t]) * scale[k];
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: stored_product(
// CHECK: half next_a;
// CHECK: float next_scale;
// CHECK: tile[t] = __half2float(next_a) * next_scale;
__global__ void stored_product(const half *a, const unsigned *words,
                               const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    tile[t] = __half2float(a[k + t]) * scale[k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

#define SQUARE(X) ((X) * (X))

// The macro's argument is one text, and one load.
//
// CHECK-LABEL: square(
// CHECK: half next_x;
// CHECK-NOT: {{float|half|unsigned|int}} next_
// CHECK: auto &tile = tile_stages[stage];
// CHECK: float x = SQUARE(__half2float(next_x));
__global__ void square(const half *a, const unsigned *words, const float *scale,
                       float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = SQUARE(__half2float(a[k + t]));
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: mean_of_4(
// CHECK: half next_x[4];
// CHECK: x += __half2float(next_x[i]);
__global__ void mean_of_4(const half *a, const unsigned *words,
                          const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = 0.0f;
    for (int i = 0; i < 4; ++i)
      x += __half2float(a[k + (t + i) % 64]);
    tile[t] = x / 4;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: mean_of_16(
// CHECK: float x;
// CHECK: fetch_tile
// CHECK: x += __half2float(a[k + (t + i) % 64]);
// CHECK: auto &tile = tile_stages[stage];
// CHECK: tile[t] = x / 16;
__global__ void mean_of_16(const half *a, const unsigned *words,
                           const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = 0.0f;
    for (int i = 0; i < 16; ++i)
      x += __half2float(a[k + (t + i) % 64]);
    tile[t] = x / 16;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK-LABEL: mean_of_some(
// CHECK: float x;
// CHECK: fetch_tile
// CHECK: x += __half2float(a[k + i]);
__global__ void mean_of_some(const half *a, const unsigned *words,
                             const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = 0.0f;
    for (int i = 0; i < t; ++i)
      x += __half2float(a[k + i]);
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// The index is waited for anyway; what it leads to is not.
//
// CHECK-LABEL: gathered(
// CHECK-DAG: int j;
// CHECK-DAG: half next_x;
// CHECK: fetch_tile
// CHECK: j = words[k + t] & 63;
// CHECK-NEXT: next_x = a[k + j];
// CHECK: auto &tile = tile_stages[stage];
// CHECK: const float x = __half2float(next_x);
// CHECK-NEXT: tile[t] = x + j;
__global__ void gathered(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    const int j = words[k + t] & 63;
    const float x = __half2float(a[k + j]);
    tile[t] = x + j;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
