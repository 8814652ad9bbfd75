// Braces around a loop that is alone in a branch, or in a case, are no loosened rule:
// what makes threads part there still counts, and is said. Nor are there any where a
// later case uses what this one declares, a macro is the branch, or an #if has another.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 | FileCheck %s

#define UNLESS(skip) if (!(skip))

// CHECK: K-loop in 'threads_part' left alone: {{.*}}; without that: {{.*}}[barrier-not-uniform] [unsupported-loop]
__global__ void threads_part(const float *__restrict__ A,
                             float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (t < 32)
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  __syncthreads();
  C[t] = sum;
}

// CHECK: K-loop in 'later_case' left alone: {{.*}}braces around the case{{.*}} [unsupported-loop]
__global__ void later_case(const float *__restrict__ A, float *__restrict__ C,
                           int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  switch (K % 2) {
  case 0:
    float first;
    first = 2.0f;
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1] * first;
      __syncthreads();
    }
  default:
    first = 3.0f;
    sum += first;
  }
  C[t] = sum;
}

// CHECK: K-loop in 'macro' left alone: {{.*}}branch without braces [unsupported-loop]
__global__ void macro(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  UNLESS(K == 64)
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  C[t] = sum;
}

// CHECK: K-loop in 'other_loop' left alone: {{.*}}branch without braces [unsupported-loop]
__global__ void other_loop(const float *__restrict__ A,
                           float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (K != 64)
#ifndef OTHER
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
#else
    sum = 1.0f;
#endif
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  if (K != 64)
    for (int k = 0; k < K; k += 64) {
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[t ^ 1];
      __syncthreads();
    }
  C[t] = sum;
}
