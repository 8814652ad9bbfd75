// A function that takes the rows is not followed; one that takes a pointer into
// a row is, and has to stay in it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s

__device__ float first(const float (*rows)[32], int row) { return rows[row][0]; }

__device__ float sum_of(const float *row, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[i];
  return sum;
}

__global__ void whole(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'whole': the rows of 'As' stay as they are: 'first(As, tx)' in line [[#@LINE+4]]: the rows of the tile are passed to a function
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    sum += first(As, tx);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void leaves(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'leaves': the rows of 'As' stay as they are: 'row[i]' in line 11: it is not proved to stay in one row
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    sum += sum_of(As[tx], k);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void twin(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  // CHECK: [[#@LINE+1]]:3: remark: K-loop in 'twin': the rows of 'As' are 4 bytes longer
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    sum += sum_of(As[tx], 32);
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  whole<<<1, dim3(32, 32)>>>(A, C, K);
  leaves<<<1, dim3(32, 32)>>>(A, C, K);
  twin<<<1, dim3(32, 32)>>>(A, C, K);
}
