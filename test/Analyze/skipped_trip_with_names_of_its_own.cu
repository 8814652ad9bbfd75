// What only the skipped parts name may go out of the `if`; what somebody else
// calls by the same name may not.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'other_row' left alone: {{.*}} [barrier-in-branch]
__global__ void other_row(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 5;
  for (int k = 0; k < K; k += 64) {
    if (k % 128 == 0) {
      int row = k + 63 - t;
      tile[t] = A[row];
      __syncthreads();
      sum += tile[63 - t] * row;
      __syncthreads();
    }
    sum += row;
  }
  C[t] = sum;
}

// CHECK: K-loop in 'own_row' pipelined
__global__ void own_row(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int other_row = 5;
  for (int k = 0; k < K; k += 64) {
    if (k % 128 == 0) {
      int row = k + 63 - t;
      tile[t] = A[row];
      __syncthreads();
      sum += tile[63 - t] * row;
      __syncthreads();
    }
    sum += other_row;
  }
  C[t] = sum;
}
