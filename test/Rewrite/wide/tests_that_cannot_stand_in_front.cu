// What a test in front of the loop may name: nothing of the loop's header; and
// it divides by nothing that may be 0, as the loop may make no trip.
//
// RUN: %rewrite_and_run cpasync wide --widen=auto --kernel=in_front \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8 -DKERNEL=in_front
// RUN: %rewrite_and_run cpasync wide --widen=auto --kernel=of_the_header \
// RUN:   -DBLOCK_M=8 -DBLOCK_N=8 -DBLOCK_K=8 -DTHREADS=8,8 -DKERNEL=of_the_header
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto -o - | FileCheck %s

// CHECK-LABEL: void{{ }}in_front(
// CHECK: {{[(]}}twice / 2) % 4 == 0
__global__ void in_front(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8];
  __shared__ float Bs[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 8 + ty;
  const int col = blockIdx.x * 8 + tx;
  const int twice = 2 * K;

  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = row < M && k + tx < K ? A[row * (twice / 2) + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < 8; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

// CHECK-LABEL: void{{ }}of_the_header(
// CHECK-NOT: {{[(]}}n / 2) %
// CHECK: for{{ }}(
__global__ void of_the_header(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8];
  __shared__ float Bs[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 8 + ty;
  const int col = blockIdx.x * 8 + tx;

  float sum = 0.0f;
  for (int k = 0, n = 2 * K; k < n / 2; k += 8) {
    As[ty][tx] = row < M && k + tx < K ? A[row * (n / 2) + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < 8; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

// CHECK-LABEL: void{{ }}divided(
// CHECK-NOT: {{[(]}}M * K / M) %
// CHECK: for{{ }}(
__global__ void divided(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[8][8];
  __shared__ float Bs[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 8 + ty;
  const int col = blockIdx.x * 8 + tx;

  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    As[ty][tx] = A[row * (M * K / M) + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();

    for (int i = 0; i < 8; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
