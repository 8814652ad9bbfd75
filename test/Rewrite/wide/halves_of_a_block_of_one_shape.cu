// Halves that are handed to functions of CUDA's, or multiplied by its operators, are
// read: in a smaller block nobody would have stored them, so no block is asked for. Where
// a trip may need less of the tile, or a function of the user's gets it, it is.
//
// RUN: %rewrite_and_run cpasync,cpasync3 wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=16,16 -DTYPE=half -DKERNELS=by_function,up_to_the_edge
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: by_function(const half
// CHECK: bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
// CHECK-LABEL: by_operator(const half
// CHECK: bool wide_copies = reinterpret_cast<size_t>(A) % 16 == 0 &&
// CHECK-LABEL: up_to_the_edge(const half
// CHECK: bool wide_copies = blockDim.x == TILE &&
// CHECK-LABEL: by_own_function(const half
// CHECK: bool wide_copies = blockDim.x == TILE &&

#include <cuda_fp16.h>

#define TILE 16

__global__ void by_function(const half *__restrict__ A,
                            const half *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ half As[TILE][TILE];
  __shared__ half Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  const half zero = __float2half(0.0f);
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : zero;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : zero;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += __half2float(As[ty][i]) * __half2float(Bs[i][tx]);
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void by_operator(const half *__restrict__ A,
                            const half *__restrict__ B, float *__restrict__ C,
                            int M, int N, int K) {
  __shared__ half As[TILE][TILE];
  __shared__ half Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = A[row * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += __half2float(As[ty][i] * Bs[i][tx]);
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__global__ void up_to_the_edge(const half *__restrict__ A,
                               const half *__restrict__ B,
                               float *__restrict__ C, int M, int N, int K) {
  __shared__ half As[TILE][TILE];
  __shared__ half Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  const half zero = __float2half(0.0f);
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : zero;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : zero;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      if (k + i < K)
        sum += __half2float(As[ty][i]) * __half2float(Bs[i][tx]);
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__device__ float number(const half &h) { return __half2float(h); }

__global__ void by_own_function(const half *__restrict__ A,
                                const half *__restrict__ B,
                                float *__restrict__ C, int M, int N, int K) {
  __shared__ half As[TILE][TILE];
  __shared__ half Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = A[row * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += number(As[ty][i]) * number(Bs[i][tx]);
    __syncthreads();
  }
  C[row * N + col] = sum;
}
