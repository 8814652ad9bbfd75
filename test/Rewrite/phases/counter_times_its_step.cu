// Where the condition multiplies the counter, the first test needs no block of its own,
// nor the next tile a name: 0 times any step is 0. Of a counter of another type than
// the product, both keep theirs.
//
// RUN: %rewrite_and_run cpasync,ldg gemm -DTILE=16
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --widen=none --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: void gemm(
// CHECK: if (K > 0)
// CHECK-NEXT: load_tile(stage, 0);
// CHECK: if ((t + 1) * T < K)
// CHECK-NEXT: load_tile(stage ^ 1, t + 1);
//
// CHECK-LABEL: void other(
// CHECK: if (t * T < K)
// CHECK: t_next * T < K

#define T 16

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t * T < K; ++t) {
    As[ty][tx] = A[row * K + t * T + tx];
    Bs[ty][tx] = B[(t * T + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__global__ void other(const float *A, const float *B, float *C, int M, int N,
                      int K) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (unsigned short t = 0; t * T < K; ++t) {
    As[ty][tx] = A[row * K + t * T + tx];
    Bs[ty][tx] = B[(t * T + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
