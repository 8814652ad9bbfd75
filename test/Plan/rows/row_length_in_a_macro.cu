// The row length of a flat tile stands in a macro that others may use too.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

#define AT(tile, row, col) tile[(row) * 32 + (col)]
#define AT2(tile, row, col) tile[row][col]

__global__ void in_macro(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float As[32 * 32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'in_macro': the rows of 'As' stay as they are: line [[#@LINE+2]]: the row length is spelled by a macro there
  for (int k = 0; k < K; k += 32) {
    AT(As, ty, tx) = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += AT(As, tx, i);
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
    AT2(As, ty, tx) = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += AT2(As, tx, i);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  in_macro<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
