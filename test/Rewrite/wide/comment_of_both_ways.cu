// A comment above all of the load stands above both ways of it. One that says what each
// thread does is of the user's way, and where each tile has its own they stay there.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: of_both(const float
// CHECK: auto load_tile =
// CHECK: {{^}}    // A tile of each matrix.
// CHECK-NEXT: {{^}}    if (wide_copies) {
// CHECK: } else {
// CHECK-NOT: // A tile of each matrix.
// CHECK: As[ty][tx] =
//
// CHECK-LABEL: of_threads(const float
// CHECK: auto load_tile =
// CHECK-NOT: // Each thread
// CHECK: } else {
// CHECK: {{^}}      // Each thread loads one element of each.
// CHECK-NEXT: if (row < M
//
// CHECK-LABEL: of_each(const float
// CHECK: auto load_tile =
// CHECK-NOT: // A tile of A.
// CHECK: } else {
// CHECK: {{^}}      // A tile of A.
// CHECK-NEXT: if (row < M
// CHECK: {{^}}      // And of B.

#define TILE 16

__global__ void of_both(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ C,
                        int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // A tile of each matrix.
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      if (k + i < K)
        sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void of_threads(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // Each thread loads one element of each.
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      if (k + i < K)
        sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void of_each(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ C,
                        int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // A tile of A.
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    // And of B.
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      if (k + i < K)
        sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
