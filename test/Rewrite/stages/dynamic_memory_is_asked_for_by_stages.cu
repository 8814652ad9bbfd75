// Tiles carved from dynamic shared memory: launches ask for as many times the
// memory as there are stages. What a launch gives may be no multiple of 16 bytes
// for each of them, so that a stage's share is rounded down.
//
// RUN: %rewrite_and_run cpasync3,cpasync4,cpasync5 launched_gemm \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 -DTILES=0,1,2,3,4,5,6
// RUN: %golden cpasync3
// RUN: %golden cpasync4

#include <cuda_runtime.h>

#define TILE 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  extern __shared__ __align__(16) float smem[];
  float *As = smem;
  float *Bs = smem + TILE * TILE;

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (tx < 4) {
      *(float4 *)&As[ty * TILE + tx * 4] =
          *(const float4 *)&A[(row0 + ty) * K + k + tx * 4];
      *(float4 *)&Bs[ty * TILE + tx * 4] =
          *(const float4 *)&B[(k + ty) * N + col0 + tx * 4];
    }
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty * TILE + i] * Bs[i * TILE + tx];
    __syncthreads();
  }
  C[(row0 + ty) * N + col0 + tx] = sum;
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  // One float more than the tiles take.
  const size_t bytes = (2 * TILE * TILE + 1) * sizeof(float);
  gemm<<<dim3(N / TILE, M / TILE), dim3(TILE, TILE), bytes>>>(A, B, C, M, N, K);
}
