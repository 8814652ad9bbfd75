// Both arms of an if store to one element: one register takes what either has, and the
// store does not ask again. A zero that a copy may replace is the same register, too.
//
// RUN: %rewrite_and_run ldg,ldg-single computed -DRAGGED
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(with_an_index) KERNEL(of_two_arrays) KERNEL(over_a_zero)

// CHECK: void with_an_index(
// CHECK: float next_tile;
// CHECK-NOT: next_tile{{[0-9]}}
// CHECK: if (k + t < n) {
// CHECK-NEXT: const int i = k + t;
// CHECK-NEXT: next_tile = scale[i];
// CHECK-NEXT: } else {
// CHECK-NEXT: next_tile = -1.5f;
// CHECK-NEXT: }
// CHECK-NEXT: };
// CHECK: auto &tile = tile_stages[stage];
// CHECK-NEXT: tile[t] = next_tile;
// CHECK-NEXT: __syncthreads();
__global__ void with_an_index(const half *a, const unsigned *words,
                              const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    if (k + t < n) {
      const int i = k + t;
      tile[t] = scale[i];
    } else {
      tile[t] = -1.5f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void of_two_arrays(
// CHECK: unsigned{{( int)?}} next_tile;
// CHECK: auto &tile = tile_stages[stage];
// CHECK-NEXT: tile[t] = next_tile;
// CHECK-NEXT: __syncthreads();
__global__ void of_two_arrays(const half *a, const unsigned *words,
                              const float *scale, float *out, int n) {
  __shared__ unsigned tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    if (t % 2 == 0)
      tile[t] = k + t < n ? words[k + t] : 0u;
    else
      tile[t] = k + t < n ? words[k] : 7u;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += float(tile[i] % 16) * float(tile[(i + t) % 64] % 8);
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void over_a_zero(
// CHECK: auto fetch_tile = [&](int k) {
// CHECK-NEXT: next_tile = 0.5f;
// CHECK-NEXT: if (k + t < n)
// CHECK-NEXT: next_tile = scale[k + t];
// CHECK-NEXT: };
// CHECK: auto &tile = tile_stages[stage];
// CHECK-NEXT: tile[t] = next_tile;
// CHECK-NEXT: __syncthreads();
__global__ void over_a_zero(const half *a, const unsigned *words,
                            const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    tile[t] = 0.5f;
    if (k + t < n)
      tile[t] = scale[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
