// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile in registers is stored while the last one is still read.

__global__ void racy(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][33], b[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float ra = A[row * n + tx], rb = B[ty * n + col], sum = 0;
  for (int k = 0; k < n; k += 32) {
    a[ty][tx] = ra;  // hazard
    b[ty][tx] = rb;  // hazard
    __syncthreads();
    if (k + 32 < n) {
      ra = A[row * n + k + 32 + tx];
      rb = B[(k + 32 + ty) * n + col];
    }
    for (int i = 0; i < 32; ++i)
      sum += a[ty][i] * b[i][tx];  // hazard
  }
  C[row * n + col] = sum;
}

__global__ void right(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][33], b[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float ra = A[row * n + tx], rb = B[ty * n + col], sum = 0;
  for (int k = 0; k < n; k += 32) {
    a[ty][tx] = ra;
    b[ty][tx] = rb;
    __syncthreads();
    if (k + 32 < n) {
      ra = A[row * n + k + 32 + tx];
      rb = B[(k + 32 + ty) * n + col];
    }
    for (int i = 0; i < 32; ++i)
      sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

void run(const float *A, const float *B, float *C, int n) {
  racy<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n);
  right<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n);
}
