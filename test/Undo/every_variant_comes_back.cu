// Load, barrier, compute, barrier, of whatever variant and number of stages it was.
//
// RUN: %undo_and_run cpasync,cpasync3,cpasync4,ldg,ldg-single,pipeline,pipeline3 gemm \
// RUN:   -DTILE=16 -DTILES=0,1,2,3,4,5,6 -DRAGGED
// RUN: %undo_and_run cpasync,ldg,ldg-single gemm --style=simple -DTILE=16 \
// RUN:   -DTILES=0,1,2,3 -DRAGGED

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
    // Zeros behind the edges.
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx]; // all of the tile
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
