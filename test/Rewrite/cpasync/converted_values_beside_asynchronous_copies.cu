// One tile is copied asynchronously, values of another are converted under a guard:
// what was loaded waits in registers, and the store has the guard of its own tile,
// however many tiles ahead.
//
// RUN: %rewrite_and_run cpasync,cpasync3,cpasync4 computed -DRAGGED
// RUN: FileCheck %s < %t.cpasync3.cu

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(guarded) KERNEL(walked) KERNEL(unpacked)

// CHECK-LABEL: guarded(
// CHECK: half next_x;
// CHECK: __half2float(next_x)
__global__ void guarded(const half *a, const unsigned *words,
                        const float *scale, float *out, int n) {
  __shared__ float tile[64], scales[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    const bool inside = k + t < n;
    const float x = inside ? __half2float(a[k + t]) : 1.0f;
    tile[t] = x;
    scales[t] = inside ? scale[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * scales[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}

// The address goes on by itself.
//
// CHECK-LABEL: walked(
// CHECK: half next_v;
__global__ void walked(const half *a, const unsigned *words, const float *scale,
                       float *out, int n) {
  __shared__ float tile[64], scales[64];
  const int t = threadIdx.x;
  float sum = 0.0f, v = 0.0f;
  const half *from = a + t;

  for (int k = 0; k < n; k += 64) {
    if (k + t < n)
      v = __half2float(*from) + v * 0.5f;
    tile[t] = v;
    scales[t] = k + t < n ? scale[k + t] : 0.0f;
    from += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * scales[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum + v;
}

// CHECK-LABEL: unpacked(
// CHECK: unsigned next_packed;
__global__ void unpacked(const half *a, const unsigned *words,
                         const float *scale, float *out, int n) {
  __shared__ float tile[64 * 4], scales[64];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    unsigned packed = 0;
    if (k + t < n)
      packed = words[k + t];
    for (int i = 0; i < 4; ++i) {
      tile[t * 4 + i] = (float)(packed & 0xff);
      packed >>= 8;
    }
    scales[t] = k + t < n ? scale[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * scales[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
