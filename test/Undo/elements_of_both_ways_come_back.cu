// Where wide copies share the place of the narrow ones, the element of each thread
// comes back by its row and column, whatever they were called.
//
// RUN: %undo_and_run cpasync,cpasync3,pipeline gemm --other-text -DTILE=16 \
// RUN:   -DTILES=0,1,2,3,4 -DRAGGED
// RUN: grep "element = thread \* (wide_copies ? 4 : 1)" %t.cpasync.piped.cu
// RUN: grep "const int r = threadIdx.y, c = threadIdx.x;" %t.cpasync.cu
// RUN: not grep -E "wide|element" %t.cpasync.cu

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
