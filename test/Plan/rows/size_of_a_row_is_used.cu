// sizeof(As[0]) grows with the rows; sizeof(As[0][0]) does not.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void grows(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'grows': the rows of 'As' stay as they are: 'sizeof(As[0])' in line [[#@LINE+4]]: the size of a row is used
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < sizeof(As[0]) / sizeof(float); ++i)
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
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 128 / int(sizeof(As[0][0])); ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  grows<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
