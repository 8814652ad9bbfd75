// C = A * B, 8 x 8 threads and tiles, as a first exercise has it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define W 8

__global__ void matmul(float *A, float *B, float *C, int M, int N, int K) {
  __shared__ float a[W][W];
  __shared__ float b[W][W];
  int bx = blockIdx.x, by = blockIdx.y;
  int tx = threadIdx.x, ty = threadIdx.y;
  int Row = by * W + ty;
  int Col = bx * W + tx;
  float value = 0;
  for (int ph = 0; ph < ceilf(K / (float)W); ++ph) {
    if ((Row < M) && (ph * W + tx) < K)
      a[ty][tx] = A[Row * K + ph * W + tx];
    else
      a[ty][tx] = 0.0f;
    if ((ph * W + ty) < K && Col < N)
      b[ty][tx] = B[(ph * W + ty) * N + Col];
    else
      b[ty][tx] = 0.0f;
    __syncthreads();
    for (int k = 0; k < W; ++k)
      value += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  if ((Row < M) && (Col < N))
    C[Row * N + Col] = value;
}

extern "C" void launch(float *A, float *B, float *C, int M, int N, int K) {
  dim3 dimGrid((N + W - 1) / W, (M + W - 1) / W, 1);
  dim3 dimBlock(W, W, 1);
  matmul<<<dimGrid, dimBlock>>>(A, B, C, M, N, K);
}
