// memset() over two rows behind the loop, in the middle of which there would be
// the padding; the twin names its elements.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 | FileCheck %s

#include <string.h>

__global__ void over_rows(const float *__restrict__ A, float *__restrict__ C,
                          int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'over_rows': the rows of 'As' stay as they are: 'memset(As[ty], 0, 256)' in line [[#@LINE+9]]: the tile is passed to a function that is not followed
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  if (tx == 0 && ty < 31)
    memset(As[ty], 0, 256);
  __syncthreads();
  sum += As[ty][tx];
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  if (tx == 0 && ty < 31)
    As[ty][0] = 0;
  __syncthreads();
  sum += As[ty][tx];
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  over_rows<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
