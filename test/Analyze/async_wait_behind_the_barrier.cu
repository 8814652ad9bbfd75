// A wait behind the barrier is a race: a thread knows of its own copies only.
// So is a wait in front of the copy, one that is missing, and one for copies that
// are not committed.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

#include <cuda_pipeline.h>

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'late' left alone: {{.*}}the wait comes after the barrier{{.*}}a race{{.*}} [missing-barrier]
// CHECK-NEXT: :[[#@LINE + 10]]:{{[0-9]+}}: note: here
__global__ void late(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'early' left alone: {{.*}}starts after the wait{{.*}}a race{{.*}} [missing-barrier]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
__global__ void early(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_wait_prior(0);
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'missing' left alone: {{.*}}the loop never waits for this copy{{.*}} [missing-barrier]
// CHECK-NEXT: :[[#@LINE + 7]]:{{[0-9]+}}: note: here
__global__ void missing(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_commit();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: :[[#@LINE + 7]]:3: remark: K-loop in 'uncommitted' left alone: {{.*}}no commit between this copy and the wait{{.*}}a race{{.*}} [missing-barrier]
// CHECK-NEXT: :[[#@LINE + 8]]:{{[0-9]+}}: note: here
__global__ void uncommitted(const float *__restrict__ A, float *__restrict__ C,
                            int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    __pipeline_wait_prior(0);
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
