// One buffer never becomes dynamic, whatever --pad asks for: then 48 KB are the limit.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=16 %s 2>&1 \
// RUN:   | FileCheck %s

__global__ void full(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[192][61];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'full': the rows of 'As' stay as they are: rows 16 bytes longer take more shared memory than there is left
  for (int k = 0; k < K; k += 32) {
    for (int i = ty * 32 + tx; i < 192 * 61; i += 1024)
      As[i / 61][i % 61] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 61; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[128][60];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 32) {
    for (int i = ty * 32 + tx; i < 128 * 60; i += 1024)
      As[i / 60][i % 60] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 60; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  full<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
