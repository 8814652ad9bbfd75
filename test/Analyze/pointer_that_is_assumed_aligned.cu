// What __builtin_assume_aligned() returns leads where its argument does: the load is seen, and so
// is a store to the same memory.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'accepted' pipelined: ldg
__global__ void accepted(const float *A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const float *a = (const float *)__builtin_assume_aligned(A, 16);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = a[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    C[k + t] = sum;
    __syncthreads();
  }
}

// CHECK: K-loop in 'rejected' left alone: {{.*}}'A' may be written by 'A[k + 64 + t]' [source-may-change]
__global__ void rejected(float *A, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const float *a = (const float *)__builtin_assume_aligned(A, 16);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = a[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    A[k + 64 + t] = sum;
    __syncthreads();
  }
}
