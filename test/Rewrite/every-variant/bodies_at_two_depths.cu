// Macros and functions of two kernels: one loop needs a second round of bodies in
// the place of calls, when the other has what it needs and keeps its calls. A
// second run, in which the first kernel needs none, once found the other's work.
//
// RUN: %rewrite_and_run auto,cpasync,ldg,ldg-single two
// RUN: cuda-pipeline-rewrite %s --explain -- 2>&1 | FileCheck %s
// CHECK-DAG: K-loop in 'first' pipelined
// CHECK-DAG: K-loop in 'first' pipelined
// CHECK-DAG: K-loop in 'second' pipelined

#include <cuda_runtime.h>

#define COPY(tile, source)                                                     \
  do {                                                                         \
    const float v = source[k + t];                                             \
    tile[t] = v;                                                               \
  } while (0)
#define COPY_INSIDE(tile, source)                                              \
  {                                                                            \
    COPY(tile, source);                                                        \
  }

// out[t] = sum of A * (sum of B)
__global__ void first(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int n) {
  __shared__ float tileA[32];
  __shared__ float tileB[32];
  const int t = threadIdx.x;

  float a = 0.0f;
  for (int k = 0; k < n; k += 32) {
    COPY_INSIDE(tileA, A);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      a = a * 0.5f + tileA[i ^ t];
    __syncthreads();
  }

  float b = 0.0f;
  for (int k = 0; k < n; k += 32) {
    COPY_INSIDE(tileB, B);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      b = b * 0.5f + tileB[i ^ t];
    __syncthreads();
  }

  out[t] = a * b;
}

__device__ void copyOne(float *tile, const float *source, int t, int k) {
  tile[t] = source[k + t];
}

__device__ void copyAll(float *tile, const float *source, int t, int k) {
  copyOne(tile, source, t, k);
}

#define COPY_BY_CALL(tile, source, position)                                   \
  {                                                                            \
    copyAll(tile, source, t, position);                                        \
  }

__global__ void second(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;

  float a = 0.0f;
  for (int k = 0; k < n; k += 32) {
    COPY_BY_CALL(tile, A, k);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      a = a * 0.25f + tile[i ^ t];
    __syncthreads();
  }
  out[t] += a;
}
