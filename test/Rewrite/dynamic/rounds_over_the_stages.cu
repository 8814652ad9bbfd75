// Round after round the memory is one tile of C, those of A and B, and C again. All
// stages lie in it. Of three, two are filled in front of the loop, where threads may
// still read the old C: a barrier stands there.
//
// RUN: %rewrite_and_run cpasync,cpasync3,cpasync4 launched_gemm \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=4
// RUN: %golden cpasync3

constexpr int BM = 16, BN = 16, BK = 4, THREADS = 64;

__global__ void __launch_bounds__(THREADS)
    gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float smem[];
  const int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float *As = smem, *Bs = smem + BM * BK;
  for (int tile = blockIdx.x; tile < M / BM * (N / BN); tile += gridDim.x) {
    const int row0 = tile / (N / BN) * BM, col0 = tile % (N / BN) * BN;
    for (int e = t; e < BM * BN; e += THREADS)
      smem[e] = 0.5f * e - row0;
    __syncthreads();
    float acc[2][2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        acc[i][j] = smem[BM * BN / 2 + (t * 2 + i * 7 + j * 31) % (BM * BN / 2)];

    for (int k = 0; k < K; k += BK) {
      As[t] = A[(row0 + t / BK) * K + k + t % BK];
      Bs[t] = B[(k + t / BN) * N + col0 + t % BN];
      __syncthreads();
      for (int p = 0; p < BK; ++p)
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            acc[i][j] += As[(ty * 2 + i) * BK + p] * Bs[p * BN + tx * 2 + j];
      __syncthreads();
    }
    __syncthreads(); // no trip, no barrier

    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        smem[(ty * 2 + i) * BN + tx * 2 + j] = acc[i][j];
    __syncthreads();
    for (int e = t; e < BM * BN; e += THREADS)
      C[(row0 + e / BN) * N + col0 + e % BN] = smem[e];
    __syncthreads();
  }
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const size_t tiles = (BM * BK + BK * BN) * sizeof(float);
  const size_t result = BM * BN * sizeof(float);
  gemm<<<1, THREADS, tiles > result ? tiles : result>>>(A, B, C, M, N, K);
}
