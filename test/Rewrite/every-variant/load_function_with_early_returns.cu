// A load function that returns early gives way to its text: what stands behind
// the return becomes the other branch. Numbers, a default too, take the place of
// their parameters.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single early_returns
// RUN: %tool --variant=ldg --quiet -o - %s | FileCheck %s

__device__ void load(float (&tile)[16][16], const float *from, int row,
                     int column, int rows, int columns, float fill = 0.0f) {
  if (row >= rows || column >= columns) {
    tile[threadIdx.y][threadIdx.x] = fill;
    return;
  }
  tile[threadIdx.y][threadIdx.x] = from[row * columns + column];
}

// Nothing is left of the guard where there is nothing to load.
__device__ void skip(float (&tile)[16][16], const float *from, int row,
                     int column, int columns, bool off) {
  if (off)
    return;
  tile[threadIdx.y][threadIdx.x] = from[row * columns + column];
}

// CHECK-LABEL: gemm(
// CHECK:      auto fetch_tile = [&](int k) {
// CHECK-NEXT:   {
// CHECK-NEXT:     int column = k + threadIdx.x;
// CHECK-NEXT:     if (row >= M || column >= K) {
// CHECK-NEXT:       next_As = 0.0f;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       next_As = A[row * K + column];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    load(As, A, row, k + threadIdx.x, M, K);
    load(Bs, B, k + threadIdx.y, column, K, N);
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}

// CHECK-LABEL: skipping(
// CHECK:      auto fetch_tile = [&](int k) {
// CHECK-NEXT:   int column = k + threadIdx.x;
// CHECK-NEXT:   if (!off) {
// CHECK-NEXT:     next_tile = A[row * K + column];
// CHECK-NEXT:   }
// CHECK-NEXT: };
__global__ void skipping(const float *A, float *C, int K, bool off) {
  __shared__ float tile[16][16];
  float sum = 0.0f;
  const int row = threadIdx.y;
  for (int k = 0; k < K; k += 16) {
    skip(tile, A, row, k + threadIdx.x, K, off);
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += tile[l][threadIdx.x];
    __syncthreads();
  }
  C[row * 16 + threadIdx.x] = sum;
}
