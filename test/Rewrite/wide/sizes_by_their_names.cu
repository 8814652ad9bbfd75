// What the text divides by, and what it tests, has the name that it has in the file:
// the rows of a flat tile, the threads that are its elements, and of two names for one
// number the one that is rows or columns.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto --guess -DBLOCK_M=16 -DBLOCK_N=16 \
// RUN:   -DBLOCK_K=16 -DTHREADS=256
// RUN: cuda-pipeline-rewrite --variant=cpasync --guess --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: void gemm(
// CHECK: blockDim.x == ROWS * DEPTH
// CHECK: &As[{{r|row}} * DEPTH + {{c|col}}]
// CHECK: &Bs[{{r|row}} * COLUMNS + {{c|col}}]
//
// CHECK-LABEL: void square(
// CHECK: blockDim.x == COLUMNS
// CHECK: blockDim.y == ROWS

#define ROWS 16
#define COLUMNS 16
#define DEPTH 16

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[ROWS * DEPTH];
  __shared__ float Bs[DEPTH * COLUMNS];
  const int tid = threadIdx.x;
  const int m0 = blockIdx.y * ROWS, n0 = blockIdx.x * COLUMNS;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    int a_row = m0 + tid / DEPTH, a_col = k + tid % DEPTH;
    As[tid] = a_row < M && a_col < K ? A[a_row * K + a_col] : 0.0f;
    int b_row = k + tid / COLUMNS, b_col = n0 + tid % COLUMNS;
    Bs[tid] = b_row < K && b_col < N ? B[b_row * N + b_col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < DEPTH; ++i)
      sum += As[tid / COLUMNS * DEPTH + i] * Bs[i * COLUMNS + tid % COLUMNS];
    __syncthreads();
  }
  const int row = m0 + tid / COLUMNS, col = n0 + tid % COLUMNS;
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void square(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[ROWS][DEPTH];
  __shared__ float Bs[DEPTH][COLUMNS];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * ROWS + ty, col = blockIdx.x * COLUMNS + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += DEPTH) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < DEPTH; ++i)
      if (k + i < K)
        sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
