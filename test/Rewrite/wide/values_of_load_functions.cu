// What is stored is what a function returns: its expression takes the place of
// the call, and is copied 16 bytes at a time.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=16,16
// RUN: %golden cpasync

/// Zero behind the edge.
__device__ __forceinline__ float load(const float *__restrict__ matrix, int row,
                                      int col, int rows, int cols) {
  if (row >= rows || col >= cols)
    return 0.0f;
  const int at = row * cols + col;
  return matrix[at];
}

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tid = threadIdx.y * 16 + threadIdx.x;
  const int row0 = blockIdx.y * 16, col0 = blockIdx.x * 16;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // One element a thread.
    As[tid / 16][tid % 16] = load(A, row0 + tid / 16, k + tid % 16, M, K);
    for (int i = threadIdx.y; i < 16; i += blockDim.y)
      Bs[i][threadIdx.x] = load(B, k + i, col0 + threadIdx.x, K, N);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[threadIdx.y][i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  const int row = row0 + threadIdx.y, col = col0 + threadIdx.x;
  if (row < M && col < N)
    C[row * N + col] = sum;
}
