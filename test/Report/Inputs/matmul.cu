// A tiled product: 16 math instructions for each load.
#include <cuda_runtime.h>

constexpr int TILE = 32;

__global__ void matmul(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int k = 0; k < K; k += TILE) {
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

void run() {
  const int M = 1024, N = 1024, K = 1024;
  float *A, *B, *C;
  cudaMalloc(&A, M * K * sizeof(float));
  cudaMalloc(&B, K * N * sizeof(float));
  cudaMalloc(&C, M * N * sizeof(float));
  matmul<<<dim3(N / TILE, M / TILE), dim3(TILE, TILE)>>>(A, B, C, M, N, K);
}
