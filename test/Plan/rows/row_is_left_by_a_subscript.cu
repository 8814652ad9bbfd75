// As[0][tid] walks over all rows: its text says nothing of them. A twin that
// names its row is padded.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

#define TILE 32

__global__ void across(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float As[8][TILE];
  int tid = threadIdx.x;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'across': the rows of 'As' stay as they are: 'As[0][tid]' in line [[#@LINE+2]]: it is not proved to stay in one row
  for (int k = 0; k < K; k += 256) {
    As[0][tid] = A[k + tid];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[tid / TILE][i];
    __syncthreads();
  }
  C[tid] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[8][TILE];
  int tid = threadIdx.x;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 256) {
    As[tid / TILE][tid % TILE] = A[k + tid];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[tid % 8][i];
    __syncthreads();
  }
  C[tid] = sum;
}

void launch(const float *A, float *C, int K) {
  across<<<1, 256>>>(A, C, K);
  twin<<<1, 256>>>(A, C, K);
}
