// A macro that is given nothing gives way to its text like any other.
//
// RUN: %rewrite_and_run auto,cpasync,ldg,ldg-single two
// RUN: cuda-pipeline-rewrite %s --explain -- 2>&1 | FileCheck %s
// CHECK-DAG: K-loop in 'first' pipelined
// CHECK-DAG: K-loop in 'second' pipelined

#include <cuda_runtime.h>

#define LOAD_BOTH()                                                            \
  do {                                                                         \
    const int at = k + t;                                                      \
    tileA[t] = A[at];                                                          \
    tileB[t] = B[at];                                                          \
  } while (0)

// out[t] = sum of A * B
__global__ void first(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ out, int n) {
  __shared__ float tileA[32];
  __shared__ float tileB[32];
  const int t = threadIdx.x;

  float a = 0.0f;
  for (int k = 0; k < n; k += 32) {
    LOAD_BOTH();
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      a = a * 0.5f + tileA[i ^ t] * tileB[(i + t) % 32];
    __syncthreads();
  }
  out[t] = a;
}

#define LOAD_ONE() tile[t] = A[k + t]

__global__ void second(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;

  float a = 0.0f;
  for (int k = 0; k < n; k += 32) {
    LOAD_ONE( );
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      a = a * 0.25f + tile[i ^ t];
    __syncthreads();
  }
  out[t] += a;
}
