// Wide copies stand beside the plain ones, each in a loop of its own: the plain ones
// come back, and the tiles are no longer aligned for the others.
//
// RUN: %undo_and_run cpasync,cpasync3,cpasync4,ldg,ldg-single gemm --pad=none \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=32 -DTHREADS=64,1 -DRAGGED
// RUN: grep wide_copies %t.cpasync3.piped.cu
// RUN: grep "alignas(16)" %t.cpasync3.piped.cu

__global__ void __launch_bounds__(64)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  constexpr int BM = 16, BN = 16, BK = 32, WORKERS = 64;
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  const int t = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = t; i < BM * BK; i += WORKERS) {
      const int r = i / BK, c = i % BK;
      As[r][c] = row0 + r < M && k0 + c < K ? A[(row0 + r) * K + k0 + c] : 0.0f;
    }
    for (int i = t; i < BK * BN; i += WORKERS) {
      const int r = i / BN, c = i % BN;
      Bs[r][c] = k0 + r < K && col0 + c < N ? B[(k0 + r) * N + col0 + c] : 0.0f;
    }
    __syncthreads();

    for (int k = 0; k < BK; ++k)
      for (int j = 0; j < 4; ++j)
        acc[j] += As[t / BN + 4 * j][k] * Bs[k][t % BN];
    __syncthreads();
  }

  for (int j = 0; j < 4; ++j) {
    const int row = row0 + t / BN + 4 * j, col = col0 + t % BN;
    if (row < M && col < N)
      C[row * N + col] = acc[j];
  }
}
