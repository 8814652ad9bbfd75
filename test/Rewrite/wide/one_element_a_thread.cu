// One element a thread, by the thread's own row and column. No launch is in
// sight: that blocks are square is tested, too. Narrow copies are the user's own
// statements: one cp.async of four bytes a thread loses
// (docs/developers/performance-log.md).
//
// RUN: %rewrite_and_run cpasync wide --widen=auto \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8
// RUN: %golden cpasync

#define TILE 8

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
    As[ty][tx] = row < M && t * TILE + tx < K ? A[row * K + t * TILE + tx] : 0.0f;
    Bs[ty][tx] = t * TILE + ty < K && col < N ? B[(t * TILE + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int k = 0; k < TILE; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
