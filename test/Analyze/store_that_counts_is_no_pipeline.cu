// What the store itself changes is not loaded by the trip before. What is:
// pipelined_already_by_registers.cu.
//
// RUN: cuda-pipeline-rewrite %s --explain -o /dev/null 2>&1 | FileCheck %s
// CHECK: 'counts' left alone: {{.*}} [load-value-used-in-compute]

__global__ void counts(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int calls = 0;
  for (int k = 0; k < K; k += 64) {
    tile[t] = (calls++, k + t < K) ? A[k + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * calls;
    __syncthreads();
  }
  C[t] = sum;
}
