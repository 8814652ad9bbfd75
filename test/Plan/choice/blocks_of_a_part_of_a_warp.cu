// A block of four threads leaves most of its warp idle: left alone. One of half a warp is not.
//
// RUN: cuda-pipeline-rewrite --explain --gpu=H200 -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --force --gpu=H200 --kernel=small -o %t.cu %s 2>&1 | FileCheck %s --check-prefix=FORCED
//
// CHECK: K-loop in 'small' left alone: {{.*}}a block of 4 threads leaves most of its warp idle{{.*}}; --force rewrites it [will-not-pay]
// CHECK: K-loop in 'half' pipelined:
// FORCED: K-loop in 'small' pipelined:

__global__ void small(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[2][2], Bs[2][2];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 2 + y, col = blockIdx.x * 2 + x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 2) {
    As[y][x] = A[row * n + k + x];
    Bs[y][x] = B[(k + y) * n + col];
    __syncthreads();
    for (int i = 0; i < 2; ++i)
      sum += As[y][i] * Bs[i][x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

__global__ void half(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[4][4], Bs[4][4];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 4 + y, col = blockIdx.x * 4 + x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 4) {
    As[y][x] = A[row * n + k + x];
    Bs[y][x] = B[(k + y) * n + col];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += As[y][i] * Bs[i][x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

void launch(const float *A, const float *B, float *C, int n) {
  small<<<dim3(n / 2, n / 2), dim3(2, 2)>>>(A, B, C, n);
  half<<<dim3(n / 4, n / 4), dim3(4, 4)>>>(A, B, C, n);
}
