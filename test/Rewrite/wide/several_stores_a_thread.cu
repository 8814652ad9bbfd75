// Each thread stores four elements, by four statements; sizes of 64 bits.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=16,4
// RUN: %golden cpasync

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const size_t lda = K, ldb = N;
  const size_t row = blockIdx.y * 16 + ty;
  const int col = blockIdx.x * 16 + tx;
  float sum[4] = {};

  for (int k = 0; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * lda + k + tx] : 0.0f;
    As[ty + 4][tx] = row + 4 < M && k + tx < K ? A[(row + 4) * lda + k + tx] : 0.0f;
    As[ty + 8][tx] = row + 8 < M && k + tx < K ? A[(row + 8) * lda + k + tx] : 0.0f;
    As[ty + 12][tx] = row + 12 < M && k + tx < K ? A[(row + 12) * lda + k + tx] : 0.0f;
#pragma unroll
    for (int j = 0; j < 16; j += 4)
      Bs[ty + j][tx] = k + ty + j < K && col < N ? B[(k + ty + j) * ldb + col] : 0.0f;
    __syncthreads();

    for (int x = 0; x < 16; ++x)
      for (int i = 0; i < 4; ++i)
        sum[i] += As[ty + 4 * i][x] * Bs[x][tx];
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    if (row + 4 * i < M && col < N)
      C[(row + 4 * i) * ldb + col] = sum[i];
}
