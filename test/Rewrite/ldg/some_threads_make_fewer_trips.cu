// Tiles of 24 x 24 elements and 128 threads: half of them make the last trip.
// The other tile would be even, but both keep their conditions.
//
// RUN: %rewrite_and_run ldg,ldg-single gemm -DBLOCK_M=24 -DBLOCK_N=16 \
// RUN:     -DBLOCK_K=24 -DTHREADS=128 -DRAGGED
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

constexpr int BM = 24, BN = 16, BK = 24, BLOCK = 128;

// CHECK: for (int n = 0; n < AS_LOADS; ++n) {
// CHECK-NEXT: const int i = tid + n * BLOCK;
// CHECK-NEXT: if (i < BM * BK)

__global__ void __launch_bounds__(BLOCK)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[BM * BN / BLOCK] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += BLOCK) {
      const int r = i / BK, c = i % BK;
      As[r][c] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0.0f;
    }
    for (int i = tid; i < BK * BN; i += BLOCK) {
      const int r = i / BN, c = i % BN;
      Bs[r][c] = k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0.0f;
    }
    __syncthreads();

    for (int e = 0; e < BM * BN / BLOCK; ++e)
      for (int k = 0; k < BK; ++k)
        acc[e] += As[(e * BLOCK + tid) / BN][k] *
                  Bs[k][(e * BLOCK + tid) % BN];
    __syncthreads();
  }

  for (int e = 0; e < BM * BN / BLOCK; ++e) {
    const int row = row0 + (e * BLOCK + tid) / BN;
    const int col = col0 + (e * BLOCK + tid) % BN;
    if (row < M && col < N)
      C[row * N + col] = acc[e];
  }
}
