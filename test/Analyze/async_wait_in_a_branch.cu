// Commits and waits move: they must be statements of the loop body, and wait for
// copies of the trip.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'wait_in_branch' left alone: {{.*}}is inside another statement{{.*}} [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
__global__ void wait_in_branch(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    if (k + 64 < K)
      __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// A commit beside its copy moves with it.
// CHECK: :[[#@LINE + 6]]:3: remark: K-loop in 'commit_in_loop' pipelined
__global__ void commit_in_loop(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = 0; i < 1; ++i) {
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
      __pipeline_commit();
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// All copies have landed where it waits once more.
// CHECK: :[[#@LINE + 6]]:3: remark: K-loop in 'wait_in_compute' pipelined
__global__ void wait_in_compute(const float *__restrict__ A,
                                float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'groups_of_others' left alone: {{.*}}this phase makes no copies that it could concern{{.*}} [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
__global__ void groups_of_others(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'names_a_variable' left alone: {{.*}}it names a variable of the loop body{{.*}} [async-copy-in-loop]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
__global__ void names_a_variable(const float *__restrict__ A,
                                 float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    const int none = 0;
    __pipeline_wait_prior(none);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = 0; i < 1; ++i)
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
