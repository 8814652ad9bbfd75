// A value that is zeroed in front of a wide copy and loaded behind it goes to its
// register behind the last that sets it; the register of a second loop has another
// name than the value.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto -DBLOCK_M=32 -DBLOCK_N=32 \
// RUN:   -DBLOCK_K=32 -DTHREADS=32,32
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet %s -o - | FileCheck %s
//
// CHECK: auto load_tiles =
// CHECK: float b = 0.0f;
// CHECK: __pipeline_memcpy_async(&As[tile_row][tile_col],
// CHECK: b = B[
// CHECK: next_b = b;

#define TILE 32

__global__ void __launch_bounds__(TILE *TILE)
    gemm(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    float b = 0.0f;
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    if (k + ty < K && col < N)
      b = B[(k + ty) * N + col];
    Bs[ty][tx] = b * 2.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  for (int k = 0; k < K; k += TILE) {
    float b = 0.0f;
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    if (k + ty < K && col < N)
      b = B[(k + ty) * N + col];
    Bs[ty][tx] = b * 3.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
