// Each thread's pointer starts at its first row, and a loop adds the others:
// the copy counts rows from the first of the tile.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain -o %t.cu 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="element by element"
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=32 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=64,1
// RUN: %golden cpasync

constexpr int BM = 32, BN = 16, BK = 16, PER_BLOCK = 64;

// CHECK: 'gemm' pipelined: cpasync in wide copies
__global__ void __launch_bounds__(PER_BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK], Bs[BK][BN];
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  const int r = threadIdx.x / BK, c = threadIdx.x % BK;
  constexpr int STEP = PER_BLOCK / BK;
  const float *a = A + (row0 + r) * K + c;
  const float *b = B + r * N + col0 + c;

  float sums[BM * BN / PER_BLOCK] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = 0; i < BM / STEP; ++i)
      As[r + i * STEP][c] =
          row0 + r + i * STEP < M && k0 + c < K ? a[i * STEP * K] : 0.0f;
    for (int i = 0; i < BK / STEP; ++i)
      Bs[r + i * STEP][c] =
          k0 + r + i * STEP < K && col0 + c < N ? b[i * STEP * N] : 0.0f;
    a += BK;
    b += BK * N;
    __syncthreads();
    for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
      for (int k = 0; k < BK; ++k)
        sums[i] += As[r + i * STEP][k] * Bs[k][c];
    __syncthreads();
  }
  for (int i = 0; i < BM * BN / PER_BLOCK; ++i)
    if (row0 + r + i * STEP < M && col0 + c < N)
      C[(row0 + r + i * STEP) * N + col0 + c] = sums[i];
}
