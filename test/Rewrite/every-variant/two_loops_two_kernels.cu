// Two K-loops in one kernel, each with tiles of its own, and two kernels in a
// file: no name clashes, no edits overlap.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single two
// RUN: %golden ldg

#include <cuda_runtime.h>

// out[t] = sum of A * (sum of B)
__global__ void first(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int n) {
  __shared__ float tileA[32];
  __shared__ float tileB[32];
  const int t = threadIdx.x;

  float a = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tileA[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      a = a * 0.5f + tileA[i ^ t];
    __syncthreads();
  }

  float b = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tileB[t] = B[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      b = b * 0.5f + tileB[i ^ t];
    __syncthreads();
  }

  out[t] = a * b;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;

  float a = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      a = a * 0.25f + tile[i ^ t];
    __syncthreads();
  }
  out[t] += a;
}
