// A function that calls itself is not followed for ever, and that is what is said of it, once. The
// near twin counts.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s

__device__ int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

// CHECK: K-loop in 'calls_itself' left alone: {{.*}}: a call of 'power', which calls itself, or others that call others, too often to follow in 'power' [unknown-effects]
__global__ void calls_itself(const float *__restrict__ A, float *__restrict__ C, int K, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1] * power(3, n);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ int counted_power(int base, int exponent) {
  int out = 1;
  for (int i = 0; i < exponent; ++i)
    out *= base;
  return out;
}

// CHECK: K-loop in 'counts' pipelined
__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int K, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t ^ 1] * counted_power(3, n);
    __syncthreads();
  }
  C[t] = sum;
}
