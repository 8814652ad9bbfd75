// A temporary set by a value in braces, in a template for a plain type and for a
// class: both instantiations get the same text.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DKERNEL=both
// RUN: cuda-pipeline-rewrite --quiet --variant=ldg %s | grep -v CHECK | FileCheck %s

#include <cuda_fp16.h>

template <class T>
__device__ float walk_as(const T *__restrict__ A, int n) {
  __shared__ T tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    // CHECK: v = {static_cast<T>(0)};
    T v{static_cast<T>(0)};
    if (k + t < n)
      v = A[k + t];
    tile[t] = v;
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += float(tile[j]) / (j + 1);
    __syncthreads();
  }
  return sum;
}

__global__ void both(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  out[threadIdx.x] = walk_as(A, n) +
                     walk_as(reinterpret_cast<const __half *>(A), n);
}
