// What the store itself changes is not loaded by the trip before.
//
// RUN: cuda-pipeline-rewrite %s --explain -o /dev/null 2>&1 | FileCheck %s
// CHECK: 'counts' left alone: {{.*}} [load-value-used-in-compute]
// CHECK: 'loads' left alone: {{.*}}into 'next' [already-pipelined]

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

__global__ void loads(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f, next = A[t];
  for (int k = 0; k < K; k += 64) {
    tile[t] = next;
    __syncthreads();
    next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum;
}
