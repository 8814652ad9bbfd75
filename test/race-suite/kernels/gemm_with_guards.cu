// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GEMM for any size; the barrier behind the product is missing.

__global__ void racy(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[16][16], b[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    a[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0;  // hazard
    b[ty][tx] = col < N && k + ty < K ? B[(k + ty) * N + col] : 0;  // hazard
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += a[ty][i] * b[i][tx];  // hazard
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void right(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[16][16], b[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    a[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0;
    b[ty][tx] = col < N && k + ty < K ? B[(k + ty) * N + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

void run(const float *A, const float *B, float *C, int M, int N, int K) {
  racy<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K);
  right<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K);
}
