// A pointer that starts in a row and moves.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void moves(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'moves': the rows of 'As' stay as they are: 'As[tx]' in line [[#@LINE+4]]: 'row' is a pointer that moves
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    const float *row = As[tx];
    for (int i = 0; i < 32; ++i)
      sum += *row++;
    __syncthreads();
  }
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
    const float *row = As[tx];
    for (int i = 0; i < 32; ++i)
      sum += *(row + i);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  moves<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
