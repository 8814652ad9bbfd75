// The arguments of macros become rows and columns, as long as a macro names
// each once.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=64,1 -DKERNELS=gemm,whole_value,named_twice
// RUN: %golden cpasync

#define BM 16
#define BN 16
#define BK 16
#define PER_BLOCK 64
#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH(p, row, col, ld) (p)[OFFSET(row, col, ld)]
#define AS(r, c) FETCH(As, r, c, BK)
#define INSIDE(r, rows, c, cols) ((r) < (rows) && (c) < (cols))
#define TID threadIdx.x

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sums[BM * BN / PER_BLOCK] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = TID; i < BM * BK; i += PER_BLOCK)
      AS(i / BK, i % BK) = INSIDE(row0 + i / BK, M, k0 + i % BK, K)
                               ? FETCH(A, row0 + i / BK, k0 + i % BK, K)
                               : 0.0f;
    for (int i = TID; i < BK * BN; i += PER_BLOCK) {
      const int r = i / BN, c = i % BN;
      Bs[r][c] =
          INSIDE(k0 + r, K, col0 + c, N) ? FETCH(B, k0 + r, col0 + c, N) : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] += AS((i * PER_BLOCK + TID) / BN, k) * Bs[k][TID % BN];
    __syncthreads();
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i) {
    const int row = row0 + (i * PER_BLOCK + TID) / BN, col = col0 + TID % BN;
    if (INSIDE(row, M, col, N))
      C[row * N + col] = sums[i];
  }
}

#define OR_ZERO(cond, value) ((cond) ? (value) : 0.0f)

// CHECK: 'whole_value' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    whole_value(const float *__restrict__ A, const float *__restrict__ B,
                float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[4][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int row = row0 + TID / BK;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += BK) {
    As[TID / BK][TID % BK] =
        OR_ZERO(row < M && k0 + TID % BK < K, A[row * K + k0 + TID % BK]);
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      sum += As[TID / BN][k] * (k0 + k + 1);
    __syncthreads();
  }
  if (row < M && col0 + TID % BN < N)
    C[row * N + col0 + TID % BN] = sum;
}

// Another index would have to stand in two places.
#define FLAT(tile, i) tile[(i) / 16][(i) % 16]

// CHECK: 'named_twice' pipelined: cpasync, 2
// CHECK: 'named_twice': 'As' is copied element by element: its subscripts are
// not understood
__global__ void __launch_bounds__(PER_BLOCK)
    named_twice(const float *__restrict__ A, const float *__restrict__ B,
                float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = TID; i < BM * BK; i += PER_BLOCK)
      FLAT(As, i) = INSIDE(row0 + i / BK, M, k0 + i % BK, K)
                        ? A[(row0 + i / BK) * K + k0 + i % BK]
                        : 0.0f;
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      sum += As[TID / BN][k] * (k0 + k + 1);
    __syncthreads();
  }
  for (int r = TID / BN; r < BM; r += PER_BLOCK / BN)
    if (row0 + r < M && col0 + TID % BN < N)
      C[(row0 + r) * N + col0 + TID % BN] = sum;
}
