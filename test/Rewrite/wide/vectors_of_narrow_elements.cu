// Two halves or four bytes at a time become 16 bytes at a time.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=32 -DTHREADS=64,1 -DKERNEL=halves -DTYPE=half -DTOGETHER=2
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=32 -DTHREADS=64,1 -DTYPE=int8_t -DTOGETHER=4 -DRESULT=int \
// RUN:   -DKERNELS=bytes,numbered,own_type
// RUN: %golden cpasync
#include <cstdint>
#include <cuda_fp16.h>

constexpr int BM = 16, BN = 16, BK = 32, PER_BLOCK = 64;

// CHECK: 'halves' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    halves(const half *__restrict__ A, const half *__restrict__ B,
           float *__restrict__ C, int M, int N, int K) {
  __shared__ half As[BM][BK], Bs[BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sums[BM * BN / PER_BLOCK] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK / 2; i += PER_BLOCK) {
      const int r = i / (BK / 2), c = i % (BK / 2) * 2;
      half2 pair = __float2half2_rn(0.0f);
      if (row0 + r < M && k0 + c < K)
        pair = *(const half2 *)&A[(row0 + r) * K + k0 + c];
      *(half2 *)&As[r][c] = pair;
    }
    for (int i = threadIdx.x; i < BK * BN / 2; i += PER_BLOCK) {
      const int r = i / (BN / 2), c = i % (BN / 2) * 2;
      reinterpret_cast<half2 *>(&Bs[r][c])[0] =
          k0 + r < K && col0 + c < N
              ? reinterpret_cast<const half2 *>(&B[(k0 + r) * N + col0 + c])[0]
              : half2{};
    }
    __syncthreads();
    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] += __half2float(As[(i * PER_BLOCK + threadIdx.x) / BN][k]) *
                   __half2float(Bs[k][threadIdx.x % BN]);
    __syncthreads();
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + threadIdx.x) / BN;
    const int col = col0 + threadIdx.x % BN;
    if (row < M && col < N)
      C[row * N + col] = sums[i];
  }
}

// CHECK: 'bytes' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    bytes(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
          int *__restrict__ C, int M, int N, int K) {
  __shared__ int8_t As[BM][BK], Bs[BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int sums[BM * BN / PER_BLOCK] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK / 4; i += PER_BLOCK) {
      const int r = i / (BK / 4), c = i % (BK / 4) * 4;
      *reinterpret_cast<int *>(&As[r][c]) =
          row0 + r < M && k0 + c < K
              ? *reinterpret_cast<const int *>(&A[(row0 + r) * K + k0 + c])
              : 0;
    }
    for (int i = threadIdx.x; i < BK * BN / 4; i += PER_BLOCK) {
      const int r = i / (BN / 4), c = i % (BN / 4) * 4;
      *(uint32_t *)(Bs[r] + c) =
          k0 + r < K && col0 + c < N
              ? __ldg((const uint32_t *)(B + (k0 + r) * N + col0 + c))
              : 0;
    }
    __syncthreads();
    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] +=
            As[(i * PER_BLOCK + threadIdx.x) / BN][k] * Bs[k][threadIdx.x % BN];
    __syncthreads();
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + threadIdx.x) / BN;
    const int col = col0 + threadIdx.x % BN;
    if (row < M && col < N)
      C[row * N + col] = sums[i];
  }
}

// Vectors that are counted as such are no columns.
//
// CHECK: 'numbered' pipelined: cpasync, 2
// CHECK: 'numbered': 'As' is copied element by element: its subscripts are not understood
__global__ void __launch_bounds__(PER_BLOCK)
    numbered(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
             int *__restrict__ C, int M, int N, int K) {
  __shared__ int8_t As[BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int sum = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK / 4; i += PER_BLOCK) {
      const int r = i / (BK / 4), c = i % (BK / 4);
      reinterpret_cast<int *>(As[r])[c] =
          row0 + r < M && k0 + 4 * c < K
              ? reinterpret_cast<const int *>(A + (row0 + r) * K + k0)[c]
              : 0;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      sum += As[threadIdx.x / BN][k] * (k0 + k + 1);
    __syncthreads();
  }
  for (int r = threadIdx.x / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + threadIdx.x % BN < N)
      C[(row0 + r) * N + col0 + threadIdx.x % BN] = sum;
}

// Another build may have other vectors of this name.
using Word = int;

// CHECK: 'own_type' pipelined: cpasync, 2
// CHECK: 'own_type': 'As' is copied element by element: the store is as wide
__global__ void __launch_bounds__(PER_BLOCK)
    own_type(const int8_t *__restrict__ A, const int8_t *__restrict__ B,
             int *__restrict__ C, int M, int N, int K) {
  __shared__ int8_t As[BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  int sum = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK / 4; i += PER_BLOCK) {
      const int r = i / (BK / 4), c = i % (BK / 4) * 4;
      *reinterpret_cast<Word *>(&As[r][c]) =
          row0 + r < M && k0 + c < K
              ? *reinterpret_cast<const Word *>(&A[(row0 + r) * K + k0 + c])
              : 0;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      sum += As[threadIdx.x / BN][k] * (k0 + k + 1);
    __syncthreads();
  }
  for (int r = threadIdx.x / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + threadIdx.x % BN < N)
      C[(row0 + r) * N + col0 + threadIdx.x % BN] = sum;
}
