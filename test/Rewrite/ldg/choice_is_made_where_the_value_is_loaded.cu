// `in ? A[i] : 0.0f` of one type is chosen with the load, once; what is converted on the
// way waits for the store with its condition.
//
// RUN: %rewrite_and_run ldg,ldg-single computed -DRAGGED
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(as_it_is) KERNEL(converted)

// CHECK: void as_it_is(
// CHECK: auto fetch_tile = [&](int k) {
// CHECK-NEXT: const int at = k + t;
// CHECK-NEXT: next_x = at < n ? scale[at] : 0.0f;
// CHECK-NEXT: };
// CHECK: auto &tile = tile_stages[stage];
// CHECK-NOT: at
// CHECK: float x = next_x;
// CHECK-NEXT: x = rintf(x * 8.0f) / 8.0f;
__global__ void as_it_is(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    const int at = k + t;
    float x = (at < n ? scale[at] : 0.0f);
    x = rintf(x * 8.0f) / 8.0f;
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: void converted(
// CHECK: if (k + t < n)
// CHECK-NEXT: next_x = a[k + t];
// CHECK: float x = k + t < n ? (float)next_x : 0.25f;
__global__ void converted(const half *a, const unsigned *words,
                          const float *scale, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    float x = k + t < n ? (float)a[k + t] : 0.25f;
    x = rintf(x * 8.0f) / 8.0f;
    tile[t] = x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * tile[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
