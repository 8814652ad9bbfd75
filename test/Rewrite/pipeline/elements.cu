// A cuda::pipeline of the thread counts the copies: as many stages are acquired as
// released, and the wait says at compile time how many groups may be in flight.
//
// RUN: %rewrite_and_run pipeline,pipeline3,pipeline4 gemm -DTILE=16 \
// RUN:   -DTILES=0,1,2,3,4,5,6,9
// RUN: %golden pipeline
// RUN: %golden pipeline3

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
    As[ty][tx] = A[row * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  C[row * N + col] = sum;
}
