// cuda::memcpy_async has no bytes that are zero: where the guard is false, the
// thread stores what the user wrote.
//
// RUN: %rewrite_and_run pipeline,pipeline3,pipeline4 gemm -DTILE=16 -DRAGGED \
// RUN:   -DTILES=0,1,2,3,4,5,6,9
// RUN: %golden pipeline

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
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    if (k + ty >= K || col >= N)
      Bs[ty][tx] = 0;
    else
      Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
