// (&v.x)[i] reads the components of a vector, or any number of elements.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void beyond(const float4 *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float4 As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'beyond': the rows of 'As' stay as they are: 'As[tx][0].x' in line [[#@LINE+5]]: this use of a member is not understood
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += (&As[tx][0].x)[i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float4 *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float4 As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i].x;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float4 *A, float *C, int K) {
  beyond<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
