// LENGTH is no factor: row * 16 + 16 + col. Its text cannot be edited.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

#define LENGTH 16 + 16

__global__ void more(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32 * 16];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'more': the rows of 'As' stay as they are: line [[#@LINE+4]]: the row length is spelled by a macro there
  for (int k = 0; k < K; k += 32) {
    As[ty * 16 + tx % 16] = A[ty * K + k + tx];
    __syncthreads();
    sum += As[tx * LENGTH - 16 + ty % 16];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  more<<<1, dim3(32, 32)>>>(A, C, K);
}
