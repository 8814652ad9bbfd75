// What is in front of the tiles counts, too, where a launch gives one number: 2176
// bytes are 128 in front, and 2048 of tiles.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single launched_gemm \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=8 -DRAGGED
// RUN: %tool %s --variant=cpasync | FileCheck %s
//
// CHECK: {{^}}+  gemm<<<{{.*}} THREADS, 2176 + 2048>>>(

constexpr int BM = 32, BN = 32, BK = 8, THREADS = 64;

__global__ void __launch_bounds__(THREADS)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float *scale = smem, *As = smem + BM, *Bs = As + BM * BK;
  if (t < BM)
    scale[t] = 0.5f * t + row0;
  __syncthreads();
  float acc[4][4] = {};
  for (int k = 0; k < K; k += BK) {
    for (int i = t; i < BM * BK; i += THREADS)
      As[i] = row0 + i / BK < M && k + i % BK < K
                  ? A[(row0 + i / BK) * K + k + i % BK]
                  : 0.0f;
    for (int i = t; i < BK * BN; i += THREADS)
      Bs[i] = k + i / BN < K && col0 + i % BN < N
                  ? B[(k + i / BN) * N + col0 + i % BN]
                  : 0.0f;
    __syncthreads();
    for (int p = 0; p < BK; ++p)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += As[(ty * 4 + i) * BK + p] * Bs[p * BN + tx * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (row0 + ty * 4 + i < M && col0 + tx * 4 + j < N)
        C[(row0 + ty * 4 + i) * N + col0 + tx * 4 + j] =
            scale[ty * 4 + i] * acc[i][j];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), THREADS, 2176>>>(
      A, B, C, M, N, K);
}
