// Which elements are stored depends on an argument: with two calls in one kernel
// the others may be of an earlier call, with one they are not.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'called_again' left alone: {{.*}}which elements of 'x' are stored depends on 't < rows'; the others would be those of an earlier tile [footprint-moves]
static __device__ float called_again(const float *__restrict__ A, int K,
                                     int rows) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t < rows)
      x[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += x[i] * (i + 1);
    __syncthreads();
  }
  return sum;
}

// CHECK: K-loop in 'called_once' pipelined: ldg, 2 stages
static __device__ float called_once(const float *__restrict__ A, int K,
                                    int rows) {
  __shared__ float x[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t < rows)
      x[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += x[i] * (i + 1);
    __syncthreads();
  }
  return sum;
}

__global__ void first(const float *__restrict__ A, float *__restrict__ C, int K,
                      int rows) {
  for (int round = 0; round < 2; ++round)
    C[round * 64 + threadIdx.x] = called_again(A, K, rows >> round);
  C[128 + threadIdx.x] = called_once(A, K, rows);
}

__global__ void second(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  C[threadIdx.x] = called_once(A, K, 16);
}
