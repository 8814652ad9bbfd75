// A textbook matrix product, C = A * B, tiled through shared memory.
//
//   cuda-pipeline-rewrite examples/matmul.cu
//
// shows how the K-loop below becomes a software pipeline: while the block
// multiplies tile t, tile t+1 is on its way. To run it on a GPU:
//
//   nvcc -arch=sm_80 examples/matmul.cu -o matmul && ./matmul

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE 32

// Each block computes one TILE x TILE tile of C, one element a thread.
// A is M x K, B is K x N; none needs to be a multiple of TILE.
__global__ void matmul(const float *__restrict__ A,
                       const float *__restrict__ B, float *__restrict__ C,
                       int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  for (int k = 0; k < K; k += TILE) {
    // Load one tile of A and one of B; outside the matrices there are zeros.
    As[ty][tx] = (row < M && k + tx < K) ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = (k + ty < K && col < N) ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    // Multiply the tiles.
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads(); // Nobody may overwrite a tile that others still read.
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

int main() {
  const int M = 300, N = 200, K = 500;
  size_t bytesA = M * K * sizeof(float), bytesB = K * N * sizeof(float),
         bytesC = M * N * sizeof(float);
  float *hostA = (float *)malloc(bytesA), *hostB = (float *)malloc(bytesB),
        *hostC = (float *)malloc(bytesC);
  for (int i = 0; i < M * K; ++i)
    hostA[i] = (float)(i % 7 - 3);
  for (int i = 0; i < K * N; ++i)
    hostB[i] = (float)(i % 5 - 2);

  float *A, *B, *C;
  cudaMalloc(&A, bytesA);
  cudaMalloc(&B, bytesB);
  cudaMalloc(&C, bytesC);
  cudaMemcpy(A, hostA, bytesA, cudaMemcpyHostToDevice);
  cudaMemcpy(B, hostB, bytesB, cudaMemcpyHostToDevice);

  dim3 block(TILE, TILE);
  dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
  matmul<<<grid, block>>>(A, B, C, M, N, K);
  cudaMemcpy(hostC, C, bytesC, cudaMemcpyDeviceToHost);

  int wrong = 0;
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float expected = 0.0f;
      for (int k = 0; k < K; ++k)
        expected += hostA[row * K + k] * hostB[k * N + col];
      wrong += hostC[row * N + col] != expected; // Small integers: exact.
    }
  printf("%s\n", wrong ? "wrong" : "right");

  cudaFree(A);
  cudaFree(B);
  cudaFree(C);
  free(hostA);
  free(hostB);
  free(hostC);
  return wrong != 0;
}
