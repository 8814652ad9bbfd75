// A row's address, computed with as an integer.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 | FileCheck %s

__global__ void integer(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'integer': the rows of 'As' stay as they are: 'reinterpret_cast<size_t>(&As[0][0])' in line [[#@LINE+4]]: its address becomes an integer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    size_t at = reinterpret_cast<size_t>(&As[0][0]) + tx * 128;
    for (int i = 0; i < 32; ++i)
      sum += reinterpret_cast<const float *>(at)[i];
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
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  integer<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
