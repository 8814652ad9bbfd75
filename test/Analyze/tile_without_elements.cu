// A tile of rows without elements is no division by zero.
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s

// CHECK: remark: K-loop in 'empty' {{.*}}
// CHECK-NOT: internal error
// CHECK: the rows of 'As' stay as they are: it is empty
__global__ void empty(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[16][0];
  __shared__ float Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[t % 16][t / 16] = A[k + t];
    Bs[t] = A[K + k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Bs[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
