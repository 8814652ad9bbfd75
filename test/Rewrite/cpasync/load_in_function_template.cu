// The load phase is two calls of a template. Nothing else calls it, so its
// store becomes the asynchronous copy.
//
// RUN: %rewrite_and_run cpasync gemm -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 \
// RUN:   -DTHREADS=16,4
// RUN: %golden cpasync
//
// `auto` has no other choice:
// RUN: cuda-pipeline-rewrite --quiet %s -o %t.auto.cu
// RUN: cmp %t.cpasync.cu %t.auto.cu

#define BM 16
#define BK 16

// Copies one tile of a row-major matrix.
template <int ROWS, int COLS>
__device__ __forceinline__ void load_tile(float (&dst)[ROWS][COLS + 1],
                                          const float *src, int ld) {
  for (int r = threadIdx.y; r < ROWS; r += 4)
    dst[r][threadIdx.x] = src[r * ld + threadIdx.x]; // coalesced
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[BM][BK + 1];
  __shared__ float Bs[BK][BM + 1];
  const int row = blockIdx.y * BM, col = blockIdx.x * BM;
  float acc[4] = {};

  for (int k = 0; k < K; k += BK) {
    // Both operands.
    load_tile<BM, BK>(As, A + row * K + k, K);
    load_tile<BK, BM>(Bs, &B[k * N + col], N);
    __syncthreads();

    for (int i = 0; i < BK; ++i)
      for (int r = 0; r < 4; ++r)
        acc[r] += As[threadIdx.y + 4 * r][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }

  for (int r = 0; r < 4; ++r)
    C[(row + threadIdx.y + 4 * r) * N + col + threadIdx.x] = acc[r];
}
