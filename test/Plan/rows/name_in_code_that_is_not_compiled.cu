// What decltype says of the tile is no use of it that is seen.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void hidden(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'hidden': the rows of 'As' stay as they are: its name stands in text that is not compiled
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    decltype(As[0][0]) one = As[tx][0];
    sum += one;
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 8 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    const auto &one = As[tx][0];
    sum += one;
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  hidden<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
