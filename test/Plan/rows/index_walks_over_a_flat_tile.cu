// As[i] for all i of a flat tile: no text says where its rows are. The twin
// divides.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__global__ void over_all(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float As[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK-NOT: 'over_all': the rows of 'As' are
  for (int k = 0; k < K; k += 32) {
    As[ty * 32 + tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = tx; i < 1024; i += 32)
      sum += As[i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 4 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty * 32 + tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = tx; i < 1024; i += 32)
      sum += As[i % 32 * 32 + i / 32];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  over_all<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
