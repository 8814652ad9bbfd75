// More stages: the load runs several tiles ahead, on a k of its own. One barrier
// a trip, a wait that leaves the later tiles in flight, and no tile too many at
// the end.
//
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync5,cpasync8 gemm -DTILE=16 \
// RUN:   -DRAGGED -DTILES=0,1,2,3,4,5,6,9
// RUN: %golden cpasync3
// RUN: %golden cpasync4

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
    // Zeros beyond the edges.
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
