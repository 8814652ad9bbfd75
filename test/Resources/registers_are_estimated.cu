// Without nvcc the registers are a guess, within what __launch_bounds__ leaves.
//
// RUN: print-resources work file=%s > %t.guess
// RUN: FileCheck %s < %t.guess
// CHECK: one_element: about 32 registers
// CHECK: blocked: about 112 registers
// CHECK: bounded: about 64 registers

#include <cuda_runtime.h>

__global__ void one_element(const float *A, float *C, int N) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    As[ty][tx] = A[ty * N + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i] * As[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}

// An 8 x 8 block of results, two fragments, and constants that take nothing.
__device__ __forceinline__ void multiply(float (&acc)[8][8], const float *a,
                                         const float *b) {
  const int TM = 8, TN = 8;
  float ra[TM], rb[TN];
  for (int i = 0; i < 8; ++i) {
    ra[i] = a[i];
    rb[i] = b[i];
  }
  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; ++n)
      acc[m][n] += ra[m] * rb[n];
}
__global__ void blocked(const float *A, float *C, int K) {
  __shared__ float As[8][128], Bs[8][128];
  int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
  float acc[8][8] = {};
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 4; ++i) {
      As[i * 2 + tid / 128][tid % 128] = A[(k + i) * 128 + tid];
      Bs[i * 2 + tid / 128][tid % 128] = A[(k + i) * 256 + tid];
    }
    __syncthreads();
    for (int kk = 0; kk < 8; ++kk)
      multiply(acc, &As[kk][ty * 8], &Bs[kk][tx * 8]);
    __syncthreads();
  }
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 8; ++n)
      C[(ty * 8 + m) * 128 + tx * 8 + n] = acc[m][n];
}

// The same with 1024 threads: 65536 / 1024 registers each.
__global__ void __launch_bounds__(1024)
    bounded(const float *A, float *C, int K) {
  __shared__ float As[8][128], Bs[8][128];
  int tid = threadIdx.x, tx = tid % 16, ty = tid / 16 % 16;
  float acc[8][8] = {};
  for (int k = 0; k < K; k += 8) {
    As[tid / 128][tid % 128] = A[k * 128 + tid];
    Bs[tid / 128][tid % 128] = A[k * 256 + tid];
    __syncthreads();
    for (int kk = 0; kk < 8; ++kk)
      multiply(acc, &As[kk][ty * 8], &Bs[kk][tx * 8]);
    __syncthreads();
  }
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 8; ++n)
      C[(ty * 8 + m) * 128 + tx * 8 + n] = acc[m][n];
}
