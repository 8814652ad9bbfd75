// decltype(row) spells the row's length, and no parsed code says so. The twin uses
// the name alone.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 \
// RUN:   | FileCheck %s

__global__ void typed(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'typed': the rows of 'As' stay as they are: its name stands in text that is not compiled
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    auto &row = As[tx];
    constexpr int columns = sizeof(decltype(row)) / sizeof(float);
    for (int i = 0; i < 32; ++i)
      sum += row[i] * columns;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 16 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    auto &row = As[tx];
    for (int i = 0; i < 32; ++i)
      sum += row[i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  typed<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
