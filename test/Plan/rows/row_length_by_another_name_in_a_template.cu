// 32 is the row length where COLS is. Another instantiation may say otherwise.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

template <int COLS>
__global__ void literal(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float As[32][COLS];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'literal': the rows of 'As' stay as they are: '32' in line [[#@LINE+2]]: the row length is spelled in another way than in the declaration, in a template
  for (int k = 0; k < K; k += 32) {
    *(&As[0][0] + ty * 32 + tx) = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

template <int COLS>
__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32][COLS];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 32) {
    *(&As[0][0] + ty * COLS + tx) = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  literal<32><<<1, dim3(32, 32)>>>(A, C, K);
  twin<32><<<1, dim3(32, 32)>>>(A, C, K);
}
