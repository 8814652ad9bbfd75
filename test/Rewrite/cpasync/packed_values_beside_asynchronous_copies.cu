// One tile is copied asynchronously, the other is made of numbers that are unpacked into
// an array and stored as vectors: they wait in registers, and are found in the array.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg computed
// RUN: FileCheck %s < %t.cpasync3.cu

#include <cuda_fp16.h>

#define KERNELS(KERNEL) KERNEL(unpacked_into_an_array)

// CHECK-LABEL: unpacked_into_an_array(
// CHECK: unsigned next_packed;
__global__ void unpacked_into_an_array(const half *__restrict__ a,
                                       const unsigned *__restrict__ words,
                                       const float *__restrict__ scale,
                                       float *__restrict__ out, int n) {
  __shared__ float tile[64 * 4], scales[64];
  const int t = threadIdx.x;
  float *to = tile + t * 4;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    unsigned packed = words[k + t];
    float values[4];
    for (int i = 0; i < 4; ++i) {
      values[i] = (float)(packed & 0xff);
      packed >>= 8;
    }
    *(float4 *)to = *reinterpret_cast<float4 *>(values);
    scales[t] = scale[k + t];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * scales[(i + t) % 64];
    __syncthreads();
  }
  out[t] = sum;
}
