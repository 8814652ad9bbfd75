// Multiply-adds count as two operations and one instruction; a load that an
// inner loop does not change is made once.
//
// RUN: print-resources work file=%s | FileCheck %s

#include <cuda_runtime.h>

#define FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])
#define CFLOAT4(x) (reinterpret_cast<const float4 *>(&(x))[0])

// CHECK-LABEL: one_element:
// CHECK: load: operations 0, math 0, global loads 2 (8 bytes), global stores 0, shared loads 0, shared stores 2, async 0
// CHECK: compute: operations 64, math 32, global loads 0 (0 bytes), global stores 0, shared loads 64, shared stores 0, async 0
// CHECK: {{^}}  8.0 operations a byte, 16.0 math instructions a load
__global__ void one_element(const float *A, const float *B, float *C, int N) {
  __shared__ float As[32][32], Bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int k = 0; k < N; k += 32) {
    As[ty][tx] = A[row * N + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

// 16-byte loads; fragments in registers are no memory.
// CHECK-LABEL: wide:
// CHECK: load: operations 0, math 0, global loads 2 (32 bytes), global stores 0, shared loads 0, shared stores 5, async 0
// CHECK: compute: operations 1024, math 512, global loads 0 (0 bytes), global stores 0, shared loads 32, shared stores 0, async 0
// CHECK: {{^}}  32.0 operations a byte, 256.0 math instructions a load
__global__ void wide(const float *A, const float *B, float *C, int N, int K) {
  __shared__ float As[8][128], Bs[8][128];
  int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
  int ar = tid / 2, ac = tid % 2 * 4, br = tid / 32, bc = tid % 32 * 4;
  float acc[8][8] = {};
  float ra[8], rb[8];
  for (int k = 0; k < K; k += 8) {
    float4 t = CFLOAT4(A[(blockIdx.y * 128 + ar) * K + k + ac]);
    As[ac][ar] = t.x;
    As[ac + 1][ar] = t.y;
    As[ac + 2][ar] = t.z;
    As[ac + 3][ar] = t.w;
    FLOAT4(Bs[br][bc]) = CFLOAT4(B[(k + br) * N + blockIdx.x * 128 + bc]);
    __syncthreads();
#pragma unroll
    for (int kk = 0; kk < 8; ++kk) {
      for (int m = 0; m < 8; m += 4)
        FLOAT4(ra[m]) = FLOAT4(As[kk][ty * 8 + m]);
      for (int n = 0; n < 8; n += 4)
        FLOAT4(rb[n]) = FLOAT4(Bs[kk][tx * 8 + n]);
      for (int m = 0; m < 8; ++m)
        for (int n = 0; n < 8; ++n)
          acc[m][n] += ra[m] * rb[n];
    }
    __syncthreads();
  }
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 8; ++n)
      C[(blockIdx.y * 128 + ty * 8 + m) * N + blockIdx.x * 128 + tx * 8 + n] =
          acc[m][n];
}

// As[kk][..m] is loaded for every kk and m, not for every n: 8 * 4 of each.
// CHECK-LABEL: from_shared:
// CHECK: load: operations 0, math 0, global loads 4 (16 bytes), global stores 0, shared loads 0, shared stores 4, async 0
// CHECK: compute: operations 256, math 128, global loads 0 (0 bytes), global stores 0, shared loads 64, shared stores 0, async 0
__global__ void from_shared(const float *A, const float *B, float *C, int N,
                            int K) {
  __shared__ float As[8][64], Bs[8][64];
  int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
  float acc[4][4] = {};
  for (int k = 0; k < K; k += 8) {
    for (int i = tid; i < 8 * 64; i += 256) {
      As[i % 8][i / 8] = A[(blockIdx.y * 64 + i / 8) * K + k + i % 8];
      Bs[i / 64][i % 64] = B[(k + i / 64) * N + blockIdx.x * 64 + i % 64];
    }
    __syncthreads();
    for (int kk = 0; kk < 8; ++kk)
      for (int m = 0; m < 4; ++m) {
        int at = ty * 4 + m;
        for (int n = 0; n < 4; ++n)
          acc[m][n] += As[kk][at] * Bs[kk][tx * 4 + n];
      }
    __syncthreads();
  }
  for (int m = 0; m < 4; ++m)
    for (int n = 0; n < 4; ++n)
      C[(blockIdx.y * 64 + ty * 4 + m) * N + blockIdx.x * 64 + tx * 4 + n] =
          acc[m][n];
}

// Every instantiation by itself, doubles of 8 bytes and ints alike.
// CHECK-LABEL: tiles:
// CHECK: global loads 2 (16 bytes)
// CHECK: compute: operations 32, math 16,
// CHECK: {{^}}  2.0 operations a byte, 8.0 math instructions a load
// CHECK-LABEL: tiles:
// CHECK: global loads 2 (8 bytes)
// CHECK: compute: operations 16, math 8,
template <typename T, int BS>
__global__ void tiles(const T *A, const T *B, T *C, int N) {
  __shared__ T As[BS][BS], Bs[BS][BS];
  int tx = threadIdx.x, ty = threadIdx.y;
  T sum = 0;
  for (int k = 0; k < N; k += BS) {
    As[ty][tx] = A[ty * N + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + tx];
    __syncthreads();
    for (int i = 0; i < BS; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
template __global__ void tiles<double, 16>(const double *, const double *,
                                           double *, int);
template __global__ void tiles<int, 8>(const int *, const int *, int *, int);
